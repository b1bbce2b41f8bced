import Foundation

/// Dates as JMAP writes them (RFC 8620 §1.4): `2014-10-30T06:12:00Z`, or in another zone, `2014-10-30T14:12:00+08:00`, which some servers
/// give even where the standard has UTC. Fractions of a second are dropped.
enum UTCDate {
    static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60,
            let offset = offset(bytes[19...])
        else { return nil }
        let days = InternetDate.daysSince1970(year: year, month: month, day: day)
        return Date(timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second - offset))
    }

    /// Returns the seconds east of Greenwich at the end of a date.
    private static func offset(_ rest: ArraySlice<UInt8>) -> Int? {
        if rest.last == UInt8(ascii: "Z") { return 0 }
        let zone = Array(rest.suffix(6))
        guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            let hours = number(zone[1..<3]), zone[3] == UInt8(ascii: ":"), let minutes = number(zone[4..<6])
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return zone[0] == UInt8(ascii: "+") ? seconds : -seconds
    }

    static func text(_ date: Date) -> String {
        date.formatted(.iso8601)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}

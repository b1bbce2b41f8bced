import Foundation

/// Dates as JMAP writes them (RFC 8620 §1.4): `2014-10-30T06:12:00Z`. Fractions of a second are dropped.
enum UTCDate {
    static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = InternetDate.daysSince1970(year: year, month: month, day: day)
        return Date(timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second))
    }

    /// Parses a date in any zone, such as `2014-10-30T14:12:00+08:00` (Date in RFC 8620 §1.4).
    static func parseWithOffset(_ text: String) -> Date? {
        let bytes = Array(text.utf8.suffix(6))
        guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = number(bytes[1..<3]), bytes[3] == UInt8(ascii: ":"), let minutes = number(bytes[4..<6])
        else { return parse(text) }
        let offset = Double(hours * 3600 + minutes * 60)
        return parse(text.dropLast(6) + "Z")?.addingTimeInterval(bytes[0] == UInt8(ascii: "+") ? -offset : offset)
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

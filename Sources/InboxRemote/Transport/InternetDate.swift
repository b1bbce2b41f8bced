import Foundation

extension HTTPResponse {
    /// When the server sent this answer, by its own clock (RFC 9110 §6.6.1).
    var date: Date? { headers["Date"].flatMap { InternetDate.parse($0) } }
}

/// Dates in the format of mail and HTTP headers (RFC 5322 §3.3, RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum InternetDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// The named zones (RFC 5322 §4.3), in minutes east of Greenwich.
    private static let zones = [
        "ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
        "mdt": -360, "pst": -480, "pdt": -420,
    ]

    /// Returns nil if the text is not a date. The day of the week, the seconds and the zone (then UTC) may be missing.
    static func parse(_ text: some StringProtocol) -> Date? {
        var words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" })
        if let first = words.first, first.first?.isLetter ?? false { words.removeFirst() }
        guard (4...6).contains(words.count), let day = Int(words[0]), (1...31).contains(day),
            let month = months.firstIndex(of: String(words[1].prefix(3))), var year = Int(words[2]),
            (0...9999).contains(year), let seconds = clock(words[3])
        else { return nil }
        if year < 100 { year += year < 50 ? 2000 : 1900 }
        guard let offset = words.count > 4 ? minutes(words[4]) : 0 else { return nil }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86400 + seconds - offset * 60))
    }

    /// Returns the days since 1970-01-01 in the Gregorian calendar, without a calendar object.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // The year begins in March here, so that the leap day is its last day.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func clock(_ word: Substring) -> Int? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard (2...3).contains(parts.count), (0...23).contains(parts[0]), (0...59).contains(parts[1]) else {
            return nil
        }
        let seconds = parts.count == 3 ? parts[2] : 0
        guard (0...60).contains(seconds) else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + seconds
    }

    private static func minutes(_ word: Substring) -> Int? {
        if let known = zones[String(word)] { return known }
        guard word.count == 5, let sign = word.first, sign == "+" || sign == "-", let digits = Int(word.dropFirst()),
            digits >= 0
        else { return nil }
        let offset = digits / 100 * 60 + digits % 100
        return sign == "-" ? -offset : offset
    }
}

import Foundation

/// Parses the free-text dates of feeds: ISO 8601, RFC 5322, seconds or milliseconds since 1970, `Today` and `Yesterday`. ISO dates, `Today`
/// and `Yesterday` may have a time of day.
struct FeedDate {
    var now: Date
    var timeZone: TimeZone

    /// Returns nil if the text is not a date. A date without a time zone is in `timeZone`.
    func parse(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return epoch(text) ?? named(text) ?? iso(text) ?? InternetDate.parse(text)
    }

    private func epoch(_ text: String) -> Date? {
        guard (9...13).contains(text.count), let number = Double(text), text.allSatisfy(\.isWholeNumber) else {
            return nil
        }
        return Date(timeIntervalSince1970: text.count > 11 ? (number / 1000).rounded(.down) : number)
    }

    private func named(_ text: String) -> Date? {
        let words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," }).filter { $0 != "at" }
        guard let first = words.first, first == "today" || first == "yesterday" else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let today = calendar.dateComponents([.year, .month, .day], from: now)
        let days = InternetDate.daysSince1970(year: today.year ?? 0, month: today.month ?? 0, day: today.day ?? 0)
        let day = (first == "today" ? days : days - 1) * 86400
        guard words.count > 1 else { return local(day) }
        return seconds(ofDay: words.dropFirst().joined()).map { local(day + $0) }
    }

    /// `2015-05-07`, `2015-05-07T10:30:00.5+02:00`, `2015-05-07 10:30`.
    private func iso(_ text: String) -> Date? {
        let date = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard text.count >= 10, date.count == 3, (0...9999).contains(date[0]), (1...12).contains(date[1]),
            (1...31).contains(date[2])
        else { return nil }
        let day = InternetDate.daysSince1970(year: date[0], month: date[1], day: date[2]) * 86400
        let rest = text.dropFirst(10)
        guard let separator = rest.first else { return local(day) }
        guard separator == "T" || separator == "t" || separator == " " else { return nil }
        let time = rest.dropFirst().prefix { $0.isWholeNumber || $0 == ":" }
        guard let seconds = seconds(ofDay: String(time)) else { return nil }
        var zone = rest.dropFirst(1 + time.count)
        if zone.first == "." { zone = zone.dropFirst().drop(while: \.isWholeNumber) }
        let name = zone.filter { $0 != ":" && $0 != " " }.lowercased()
        guard !name.isEmpty else { return local(day + seconds) }
        return offset(name).map { Date(timeIntervalSince1970: Double(day + seconds - $0)) }
    }

    private func local(_ seconds: Int) -> Date {
        let clock = Date(timeIntervalSince1970: Double(seconds))
        // Hours away, and so perhaps on the other side of a change of the clocks.
        let near = clock.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: clock)))
        return clock.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: near)))
    }

    /// `z`, `+0200`, `-03`.
    private func offset(_ name: String) -> Int? {
        if name == "z" { return 0 }
        guard name.first == "+" || name.first == "-", name.count == 3 || name.count == 5,
            let digits = Int(name.dropFirst())
        else { return nil }
        let minutes = name.count == 3 ? digits * 60 : digits / 100 * 60 + digits % 100
        return (name.first == "-" ? -minutes : minutes) * 60
    }

    /// `10:30`, `10:30:05`, `9:05pm`.
    private func seconds(ofDay text: String) -> Int? {
        let half = text.hasSuffix("am") ? 0 : text.hasSuffix("pm") ? 12 : nil
        let parts = (half == nil ? text : String(text.dropLast(2))).split(separator: ":").map { Int($0) ?? -1 }
        guard (2...3).contains(parts.count), (0...59).contains(parts[1]),
            (0...60).contains(parts.count > 2 ? parts[2] : 0)
        else { return nil }
        var hour = parts[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        guard (0...23).contains(hour) else { return nil }
        return hour * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
    }
}

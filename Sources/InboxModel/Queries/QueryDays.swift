import Foundation

/// The times in queries: days and months of the user's calendar, and exact times.
struct QueryDays {
    private let calendar: Calendar

    init(timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// Returns the beginning of a day, month or year; an exact time in UTC (`2026-11-21T09:30:00Z`); or
    /// a time in seconds since 1970 (`@1795217400.5`).
    func date(_ text: String) -> Date? {
        if text.hasPrefix("@") { return Double(text.dropFirst()).map { Date(timeIntervalSince1970: $0) } }
        if text.contains("T") { return try? Date(text, strategy: .iso8601) }
        guard let parts = parts(text) else { return nil }
        var components = DateComponents(year: parts[0], month: 1, day: 1)
        if parts.count > 1 { components.month = parts[1] }
        if parts.count > 2 { components.day = parts[2] }
        guard components.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: components)
    }

    /// Returns the end of a day, month or year. An exact time is its own end.
    func endOfPeriod(_ text: String) -> Date? {
        guard !text.hasPrefix("@"), !text.contains("T") else { return date(text) }
        guard let begin = date(text), let parts = parts(text) else { return nil }
        let unit: Calendar.Component = parts.count == 1 ? .year : parts.count == 2 ? .month : .day
        return next(unit, after: begin)
    }

    func dayAfter(_ day: Date) -> Date? { next(.day, after: day) }

    /// Where clocks are put forward at midnight, a day begins at one, and the next one does not.
    private func next(_ unit: Calendar.Component, after begin: Date) -> Date? {
        calendar.date(byAdding: unit, value: 1, to: begin).map { calendar.startOfDay(for: $0) }
    }

    func looksLikeDay(_ text: String) -> Bool { parts(text) != nil }

    /// Whether it is a date with a four-digit year.
    func looksLikeWholeDay(_ text: String) -> Bool {
        let year = text.prefix { $0.isASCII && $0.isNumber }
        return year.count == 4 && parts(text) != nil
    }

    private func parts(_ text: String) -> [Int]? {
        // The separators cannot be mixed.
        let sign: Character = text.contains("/") ? "/" : "-"
        let parts = text.split(separator: sign, omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (1...9999).contains(year) else { return nil }
        return parts.map { $0 ?? 0 }
    }

    /// Returns the shortest text that parses to exactly this time.
    func text(_ date: Date) -> String {
        for text in [day(date), Self.exact(date)] {
            if let text, self.date(text) == date { return text }
        }
        return "@\(date.timeIntervalSince1970)"
    }

    private func day(_ date: Date) -> String? {
        guard abs(date.timeIntervalSince1970) < 1e12 else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, (1...9999).contains(year) else {
            return nil
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func exact(_ date: Date) -> String? {
        // The years that ISO 8601 writes with four digits.
        (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970) ? date.formatted(.iso8601) : nil
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

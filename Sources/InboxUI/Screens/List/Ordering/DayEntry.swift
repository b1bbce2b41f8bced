import Foundation
import InboxKit
import InboxModel

/// A day, week, month or year as typed to go there: in the form that the list prints, in words, as in a query after `after:`, or as a
/// time ago.
enum DayEntry {
    /// - Returns: Nil if the text is no date, or a date in the future.
    static func days(_ text: String, clock: WallClock) -> Range<Date>? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        return inWords(text, clock) ?? asInQuery(text, clock)
    }

    private static func asInQuery(_ text: String, _ clock: WallClock) -> Range<Date>? {
        guard !text.contains(where: { $0.isWhitespace || "\"()".contains($0) }) else { return nil }
        let calendar = clock.calendar
        let now = clock.now()
        let since = MailQuery("after:\(text)", calendar: calendar).predicate
        if case .sinceDay(let named) = since { return day(of: named.begin(at: now, calendar: calendar), clock) }
        if case .receivedSince(let begin) = since {
            let units: [Calendar.Component] = [.year, .month, .day]
            let isDate = text.first?.isNumber == true
            let unit = isDate ? units[min(2, text.count { $0 == "-" })] : .day
            return whole(unit, begin, clock)
        }
        if case .newer(let span) = MailQuery("newer:\(text)", calendar: calendar).predicate {
            return day(of: span.before(now, calendar: calendar), clock)
        }
        return nil
    }

    // MARK: Words

    private static func inWords(_ text: String, _ clock: WallClock) -> Range<Date>? {
        var words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
        words.removeAll { ["on", "the", "of", "in"].contains($0) }
        let isLast = words.first == "last"
        if isLast || words.first == "this" { words.removeFirst() }
        guard let word = words.first else { return nil }
        if words.count == 1 { return oneWord(word, isLast: isLast, clock) ?? dotted(word, clock) }
        return ago(words, clock) ?? dayOrMonth(words, clock)
    }

    private static func oneWord(_ word: String, isLast: Bool, _ clock: WallClock) -> Range<Date>? {
        let (calendar, now) = (clock.calendar, clock.now())
        if let unit = units[word] {
            guard let date = calendar.date(byAdding: unit, value: isLast ? -1 : 0, to: now) else { return nil }
            return whole(unit, date, clock)
        }
        if let weekday = DayWords.weekday(word) {
            // The list shows today's mail by time, so a weekday never means today.
            let back = (calendar.component(.weekday, from: now) - 1 - weekday + 7) % 7
            return calendar.date(byAdding: .day, value: back == 0 ? -7 : -back, to: now).flatMap { day(of: $0, clock) }
        }
        guard let month = DayWords.month(word) else { return nil }
        let today = LocalDate(now, calendar.timeZone)
        let isBefore = month > today.month || isLast && month == today.month
        return self.month(month, year: today.year - (isBefore ? 1 : 0), clock)
    }

    private static let units: [String: Calendar.Component] = [
        "day": .day, "days": .day, "week": .weekOfYear, "weeks": .weekOfYear, "month": .month, "months": .month,
        "year": .year, "years": .year,
    ]

    /// `3 days ago`, `2 weeks`, `a year ago`.
    private static func ago(_ words: [String], _ clock: WallClock) -> Range<Date>? {
        guard words.count == 2 || words.count == 3 && words[2] == "ago", let unit = units[words[1]],
            let count = ["a": 1, "one": 1][words[0]] ?? Int(words[0]), (1...10_000).contains(count)
        else { return nil }
        return clock.calendar.date(byAdding: unit, value: -count, to: clock.now()).flatMap { day(of: $0, clock) }
    }

    /// `12 nov`, `nov 12 2025`, `nov 2025`.
    private static func dayOrMonth(_ words: [String], _ clock: WallClock) -> Range<Date>? {
        let numbers = words.compactMap { word in Int(word.filter { $0 != "." }) }
        guard let month = words.compactMap({ DayWords.month($0) }).first, numbers.count == words.count - 1 else {
            return nil
        }
        let year = numbers.first { $0 > 1_000 }
        guard let day = numbers.first(where: { $0 < 100 }) else {
            return year.flatMap { self.month(month, year: $0, clock) }
        }
        return past(day: day, month: month, year: year, clock)
    }

    /// `12.11.` or `12.11.2025`.
    private static func dotted(_ word: String, _ clock: WallClock) -> Range<Date>? {
        let parts = word.split(separator: ".").compactMap { Int($0) }
        guard word.hasSuffix(".") && parts.count == 2 || parts.count == 3 && parts[2] > 1_000 else { return nil }
        return past(day: parts[0], month: parts[1], year: parts.count == 3 ? parts[2] : nil, clock)
    }

    /// Returns a day; without a year, the last such day that is not in the future.
    private static func past(day: Int, month: Int, year: Int?, _ clock: WallClock) -> Range<Date>? {
        let this = clock.calendar.component(.year, from: clock.now())
        for year in year.map({ [$0] }) ?? (0...8).map({ this - $0 }) {
            guard let date = date(year, month, day, clock) else { continue }
            if date <= clock.now() { return self.day(of: date, clock) }
        }
        return nil
    }

    private static func month(_ month: Int, year: Int, _ clock: WallClock) -> Range<Date>? {
        date(year, month, 1, clock).flatMap { whole(.month, $0, clock) }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ clock: WallClock) -> Date? {
        let parts = DateComponents(year: year, month: month, day: day)
        return parts.isValidDate(in: clock.calendar) ? clock.calendar.date(from: parts) : nil
    }

    private static func day(of date: Date, _ clock: WallClock) -> Range<Date>? { whole(.day, date, clock) }

    private static func whole(_ unit: Calendar.Component, _ date: Date, _ clock: WallClock) -> Range<Date>? {
        clock.calendar.dateInterval(of: unit, for: date).map { $0.start..<$0.end }
    }
}

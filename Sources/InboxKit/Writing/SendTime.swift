public import Foundation

/// Parses the time at which to send a message: `tomorrow 9:00`, `monday`, `in 2 hours`, `18:30`, `24 dec 8:00`, `2026-12-24 8:00`,
/// `2026-12-24T08:00`, `this weekend`, `next month`, `in 2 weeks at noon`, `later today`. Without a time of day it is 8:00.
public enum SendTime {
    /// How a text was understood.
    public enum Reading: Hashable, Sendable {
        case future(Date)
        case past
        case unreadable
    }

    private static let morning = (hour: 8, minute: 0)

    /// - Returns: nil if it can't be understood, or is in the past.
    public static func parse(_ text: String, now: Date, calendar: Calendar = .current) -> Date? {
        if case .future(let date) = read(text, now: now, calendar: calendar) { date } else { nil }
    }

    public static func read(_ text: String, now: Date, calendar: Calendar = .current) -> Reading {
        var words = text.lowercased().split { $0 == " " || $0 == "," }.flatMap { parted(String($0)) }
        if words.count > 1, words.first == "last" || words.last == "ago" { return .past }
        words.removeAll { ["at", "on", "next", "um", "the"].contains($0) }
        // “This week” is no future time, but “this weekend” and “this friday” are.
        if words.first == "this", words.count > 1, !["week", "month", "year"].contains(words[1]) {
            if parts[words[1]] != nil { words[0] = "today" } else { words.removeFirst() }
        }
        guard !words.isEmpty, let found = span(words, now, calendar) ?? moment(words, now, calendar) else {
            return .unreadable
        }
        return found > now ? .future(found) : .past
    }

    /// Splits `2026-12-24t08:00`, as programs write times, into the day and the time.
    private static func parted(_ word: String) -> [String] {
        let parts = word.split(separator: "t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[0].first?.isNumber == true, time(parts[1]) != nil else { return [word] }
        return parts
    }

    /// Parses `in 2 hours`, `90 min`, `3 days`.
    private static func span(_ words: [String], _ now: Date, _ calendar: Calendar) -> Date? {
        length(words).flatMap { calendar.date(byAdding: $0.unit, value: $0.count, to: now) }
    }

    private static func length(_ words: [String]) -> (unit: Calendar.Component, count: Int)? {
        var words = words
        if words.first == "in" { words.removeFirst() }
        if words.count == 2, ["a", "an", "one"].contains(words[0]) { words[0] = "1" }
        if words.count == 1, let cut = words[0].firstIndex(where: \.isLetter), cut > words[0].startIndex {
            words = [String(words[0][..<cut]), String(words[0][cut...])]
        }
        guard words.count == 2, let count = Int(words[0]), (1...10_000).contains(count) else { return nil }
        let unit: Calendar.Component
        switch words[1] {
        case "m", "min", "mins", "minute", "minutes": unit = .minute
        case "h", "hour", "hours": unit = .hour
        case "d", "day", "days": unit = .day
        case "w", "week", "weeks": unit = .weekOfYear
        case "month", "months": unit = .month
        case "y", "year", "years": unit = .year
        default: return nil
        }
        return (unit, count)
    }

    private static func moment(_ words: [String], _ now: Date, _ calendar: Calendar) -> Date? {
        var words = words
        let clock = words.last.flatMap(time) ?? bareHour(words, now, calendar)
        if clock != nil { words.removeLast() }
        let (hour, minute) = clock ?? defaultTime(&words)
        guard let day = words.isEmpty ? today(hour, minute, now, calendar) : day(words, now, calendar) else {
            return nil
        }
        return calendar.date(bySettingHour: hour, minute: minute, second: 0, of: day)
    }

    private static let parts = ["morning": 8, "noon": 12, "afternoon": 14, "evening": 18, "tonight": 20]

    /// Removes `morning` and its like, and returns the time; by default it is morning.
    private static func defaultTime(_ words: inout [String]) -> (Int, Int) {
        if words == ["later", "today"] {
            words = ["today"]
            return (18, 0)
        }
        guard let last = words.last, let hour = parts[last] else { return morning }
        // “Tonight” names the day as well: if that hour is past, it does not mean tomorrow.
        if last != "tonight" { words.removeLast() }
        return (hour, 0)
    }

    /// Parses the 9 of `monday 9`; in `jan 9` it is a day.
    private static func bareHour(_ words: [String], _ now: Date, _ calendar: Calendar) -> (Int, Int)? {
        guard let last = words.last, last.count <= 2, let hour = Int(last), (0...23).contains(hour),
            words.count > 1, day(Array(words.dropLast()), now, calendar) != nil
        else { return nil }
        return (hour, 0)
    }

    /// Parses `9:00`, `9am`, `12:30am`, `17h`.
    private static func time(_ word: String) -> (Int, Int)? {
        let ending = ["am", "pm", "h"].first { word.hasSuffix($0) } ?? ""
        let parts = word.dropLast(ending.count).split(separator: ":", omittingEmptySubsequences: false)
        let isHalf = ending == "am" || ending == "pm"
        guard let hour = Int(parts[0]), (isHalf ? 1...12 : 0...23).contains(hour), parts.count <= 2,
            parts.count == 2 || !ending.isEmpty
        else { return nil }
        var minute = 0
        if parts.count == 2 {
            guard parts[1].count == 2, let given = Int(parts[1]), (0...59).contains(given) else { return nil }
            minute = given
        }
        return (isHalf ? hour % 12 + (ending == "pm" ? 12 : 0) : hour, minute)
    }

    /// Returns today, or tomorrow if that time is past.
    private static func today(_ hour: Int, _ minute: Int, _ now: Date, _ calendar: Calendar) -> Date? {
        guard let time = calendar.date(bySettingHour: hour, minute: minute, second: 0, of: now) else { return nil }
        return time > now ? now : calendar.date(byAdding: .day, value: 1, to: now)
    }

    private static func day(_ words: [String], _ now: Date, _ calendar: Calendar) -> Date? {
        let word = words[0]
        // With a time of day, `in 2 weeks` is a day.
        if let length = length(words), ![.minute, .hour].contains(length.unit) {
            return calendar.date(byAdding: length.unit, value: length.count, to: now)
        }
        if words.count == 1 {
            if word == "today" || word == "tonight" { return now }
            if word == "yesterday" { return calendar.date(byAdding: .day, value: -1, to: now) }
            if word == "tomorrow" || word == "tmr" { return calendar.date(byAdding: .day, value: 1, to: now) }
            if word == "week" { return weekday(1, now, calendar) }
            if word == "weekend" { return weekday(6, now, calendar) }
            if word == "month" { return calendar.dateInterval(of: .month, for: now)?.end }
            if word == "year" { return calendar.dateInterval(of: .year, for: now)?.end }
            if let index = DayWords.weekday(word) {
                return weekday(index, now, calendar)
            }
            if let date = dotted(word, now, calendar) ?? slashed(word, now, calendar) { return date }
            let parts = word.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3, parts[0] > 1_000 else { return nil }
            return date(year: parts[0], month: parts[1], day: parts[2], calendar)
        }
        guard words.count == 2 || words.count == 3 else { return nil }
        let number = words.first { Int($0.filter(\.isNumber)) != nil && $0.count <= 4 && Int($0) ?? 0 < 100 }
        let month = words.compactMap { DayWords.month($0) }.first
        guard let day = number.flatMap({ Int($0.filter(\.isNumber)) }), let month else { return nil }
        var year = words.compactMap { Int($0) }.first { $0 > 1_000 }
        // In `5 jan 26`, the number behind the month is a year, because the day precedes the month.
        if year == nil, words.count == 3, DayWords.month(words[1]) != nil {
            guard let short = Int(words[2]), (0...99).contains(short) else { return nil }
            year = 2_000 + short
        }
        return coming(day: day, month: month, year: year, now, calendar)
    }

    /// Parses `24.12.` or `24.12.2026`.
    private static func dotted(_ word: String, _ now: Date, _ calendar: Calendar) -> Date? {
        let parts = word.split(separator: ".").compactMap { Int($0) }
        guard word.hasSuffix(".") && parts.count == 2 || parts.count == 3 && parts[2] > 1_000 else { return nil }
        return coming(day: parts[0], month: parts[1], year: parts.count == 3 ? parts[2] : nil, now, calendar)
    }

    /// Parses `12/24` and `24/12`, with or without a year. Returns nil for `3/4`, which some read as a day in March and others in
    /// April.
    private static func slashed(_ word: String, _ now: Date, _ calendar: Calendar) -> Date? {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2 || parts.count == 3 && parts[2] > 1_000,
            parts[0] == parts[1] || max(parts[0], parts[1]) > 12
        else { return nil }
        return coming(
            day: max(parts[0], parts[1]), month: min(parts[0], parts[1]), year: parts.count == 3 ? parts[2] : nil, now,
            calendar)
    }

    /// Returns the date, or without a year the next such date.
    private static func coming(day: Int, month: Int, year: Int?, _ now: Date, _ calendar: Calendar) -> Date? {
        let this = calendar.component(.year, from: now)
        guard let found = date(year: year ?? this, month: month, day: day, calendar) else { return nil }
        if year == nil, calendar.startOfDay(for: found) < calendar.startOfDay(for: now) {
            return date(year: this + 1, month: month, day: day, calendar)
        }
        return found
    }

    /// Returns the next such day after today.
    private static func weekday(_ index: Int, _ now: Date, _ calendar: Calendar) -> Date? {
        let ahead = (index + 1 - calendar.component(.weekday, from: now) + 7) % 7
        return calendar.date(byAdding: .day, value: ahead == 0 ? 7 : ahead, to: now)
    }

    /// Returns nil for days that the calendar does not have.
    private static func date(year: Int, month: Int, day: Int, _ calendar: Calendar) -> Date? {
        // The largest number of all stands for “not given” in date components.
        guard (1...31).contains(day), (1...12).contains(month), (1...9_999).contains(year) else { return nil }
        let parts = DateComponents(year: year, month: month, day: day)
        return parts.isValidDate(in: calendar) ? calendar.date(from: parts) : nil
    }
}

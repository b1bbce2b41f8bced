import Foundation

/// When clocks change every year, in the forms that calendar files have for it: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`,
/// `FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14`, `FREQ=YEARLY` for the date of the first time.
struct ZoneRule {
    private var month: Int
    /// 1 is Sunday; `nil` for any.
    private var weekday: Int?
    /// `nil` for any.
    private var days: Set<Int>?
    /// Which of the days that match, counted from the end when negative.
    private var ordinal: Int
    private var hour: Int?
    private var minute: Int?
    /// When the rule ends: rules of the past may stand beside those of today. As if there were no zones, and so a day later than written.
    private var end: Date?

    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    private static let readable: Set<String> = [
        "FREQ", "INTERVAL", "BYMONTH", "BYDAY", "BYMONTHDAY", "BYSETPOS", "BYHOUR", "BYMINUTE", "BYSECOND", "UNTIL",
        "WKST",
    ]

    /// - Returns: `nil` for a rule in another form.
    init?(_ rule: String, from start: DateComponents, _ calendar: Calendar) {
        var parts: [String: Substring] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[String(pair[0])] = pair[1] }
        }
        guard parts["FREQ"] == "YEARLY", parts.keys.allSatisfy(Self.readable.contains), parts["INTERVAL"] ?? "1" == "1",
            let month = parts["BYMONTH"].map({ Int($0) }) ?? start.month, (1...12).contains(month)
        else { return nil }
        self.month = month
        // Where the rule has an hour, too, it is that of the first time.
        (hour, minute) = (start.hour, start.minute)
        if let until = parts["UNTIL"] {
            guard let last = CalendarTime.parts(String(until)).flatMap({ calendar.date(from: $0) }) else { return nil }
            end = last + 86_400
        }
        let dates = parts["BYMONTHDAY"]?.split(separator: ",").map { Int($0) ?? 0 }
        days = dates.map(Set.init)
        var place = parts["BYSETPOS"].map { Int($0) ?? 0 }
        if let day = parts["BYDAY"] {
            guard let index = Self.weekdays.firstIndex(of: String(day.suffix(2))) else { return nil }
            weekday = index + 1
            let number = day.dropLast(2)
            if !number.isEmpty { place = Int(number) ?? 0 }
            // Every Sunday of a month.
            guard place != nil || dates != nil else { return nil }
        } else if dates == nil {
            days = start.day.map { [$0] }
        }
        ordinal = place ?? 1
        guard ordinal != 0, (-5...5).contains(ordinal), days?.allSatisfy((1...31).contains) ?? true else { return nil }
    }

    /// Returns the last time of the rule that is not after a moment.
    func last(before moment: Date, _ calendar: Calendar) -> Date? {
        let latest = end.map { min($0, moment) } ?? moment
        let year = calendar.component(.year, from: latest)
        return [year, year - 1].lazy.compactMap { date(in: $0, calendar) }.first { $0 <= latest }
    }

    private func date(in year: Int, _ calendar: Calendar) -> Date? {
        var parts = DateComponents(year: year, month: month, day: 1, hour: hour, minute: minute)
        guard let first = calendar.date(from: parts), let all = calendar.range(of: .day, in: .month, for: first) else {
            return nil
        }
        let firstWeekday = calendar.component(.weekday, from: first)
        let matching = all.filter { day in
            (weekday.map { (firstWeekday + day - 2) % 7 + 1 == $0 } ?? true) && days?.contains(day) ?? true
        }
        guard !matching.isEmpty else { return nil }
        parts.day = matching[ordinal > 0 ? min(ordinal, matching.count) - 1 : max(0, matching.count + ordinal)]
        return calendar.date(from: parts)
    }
}

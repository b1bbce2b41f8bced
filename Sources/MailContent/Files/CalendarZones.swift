import Foundation

/// The time zones that a calendar file names. The system's zone of that name takes precedence over the file's own rules
/// (RFC 5545 §3.6.5), which serve names such as "W. Europe Standard Time".
struct CalendarZones {
    /// An offset and the time from which it holds.
    private struct Observance {
        var start: DateComponents
        /// Seconds east of UTC.
        var offset: Int
        /// The yearly start: the month, the weekday (1 is Sunday), and its ordinal in the month, counted from the end when negative.
        var yearly: (month: Int, weekday: Int, ordinal: Int)?
    }

    private static let days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    private static let maximum = 50

    private var known: [String: [Observance]] = [:]
    /// Calculates with clock times, as if there were no zones.
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    init(_ lines: [ContentLine] = []) {
        var name: String?
        var inner: [ContentLine]?
        for line in lines {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VTIMEZONE"): name = ""
            case ("END", "VTIMEZONE"): name = nil
            case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): inner = name == nil ? nil : []
            case ("END", "STANDARD"), ("END", "DAYLIGHT"):
                if let name, let inner, let observance = observance(inner),
                    known[name, default: []].count < Self.maximum
                {
                    known[name, default: []].append(observance)
                }
                inner = nil
            case ("TZID", _) where name != nil && inner == nil: name = line.value
            default: inner?.append(line)
            }
        }
    }

    /// Returns the zone of a name at a clock time; `nil` when neither the system nor the file knows it.
    func zone(_ name: String, at time: DateComponents) -> TimeZone? {
        if let zone = TimeZone(identifier: name) { return zone }
        // Some programs prefix a path: "/freeassociation.sourceforge.net/Europe/Berlin".
        let path = name.split(separator: "/").suffix(2).joined(separator: "/")
        if path != name, let zone = TimeZone(identifier: path) { return zone }
        guard let observances = known[name], let moment = calendar.date(from: time) else { return nil }
        let begun = observances.compactMap { observance in
            lastStart(of: observance, before: moment).map { (start: $0, offset: observance.offset) }
        }
        let current = begun.max { $0.start < $1.start }?.offset ?? observances.first?.offset
        return current.flatMap { TimeZone(secondsFromGMT: $0) }
    }

    private func observance(_ lines: [ContentLine]) -> Observance? {
        func value(_ name: String) -> String? { lines.first { $0.name == name }?.value }
        guard let offset = value("TZOFFSETTO").flatMap(Self.seconds),
            let start = value("DTSTART").flatMap(CalendarTime.parts)
        else { return nil }
        return Observance(start: start, offset: offset, yearly: value("RRULE").flatMap(Self.yearly))
    }

    /// Parses `+0100` or `-043000`.
    private static func seconds(_ offset: String) -> Int? {
        let digits = offset.dropFirst().utf8.map { Int($0) - 0x30 }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let rest = digits.count == 6 ? digits[4] * 10 + digits[5] : 0
        let seconds = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + rest
        return offset.hasPrefix("-") ? -seconds : seconds
    }

    /// Parses `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`, the only form that zones use.
    private static func yearly(_ rule: String) -> (month: Int, weekday: Int, ordinal: Int)? {
        var parts: [String: Substring] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[String(pair[0])] = pair[1] }
        }
        guard parts["FREQ"] == "YEARLY", let month = parts["BYMONTH"].flatMap({ Int($0) }), (1...12).contains(month),
            let day = parts["BYDAY"], let weekday = days.firstIndex(of: String(day.suffix(2))),
            let ordinal = Int(day.dropLast(2)), ordinal != 0, (-5...5).contains(ordinal)
        else { return nil }
        return (month, weekday + 1, ordinal)
    }

    private func lastStart(of observance: Observance, before moment: Date) -> Date? {
        guard let first = calendar.date(from: observance.start), first <= moment else { return nil }
        guard let yearly = observance.yearly else { return first }
        let year = calendar.component(.year, from: moment)
        for year in [year, year - 1] {
            if let date = date(yearly, in: year, at: observance.start), date <= moment, date >= first { return date }
        }
        return first
    }

    private func date(_ rule: (month: Int, weekday: Int, ordinal: Int), in year: Int, at clock: DateComponents) -> Date?
    {
        var parts = DateComponents(year: year, month: rule.month, day: 1, hour: clock.hour, minute: clock.minute)
        guard let first = calendar.date(from: parts), let days = calendar.range(of: .day, in: .month, for: first)?.count
        else { return nil }
        let toFirst = (rule.weekday - calendar.component(.weekday, from: first) + 7) % 7
        let all = Array(stride(from: 1 + toFirst, through: days, by: 7))
        let place = rule.ordinal > 0 ? min(rule.ordinal, all.count) - 1 : max(0, all.count + rule.ordinal)
        parts.day = all[place]
        return calendar.date(from: parts)
    }
}

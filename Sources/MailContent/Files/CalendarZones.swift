import Foundation

/// The time zones that a calendar file names. The system's zone of that name takes precedence over the file's own rules
/// (RFC 5545 §3.6.5), which serve names such as "W. Europe Standard Time". Short names are the file's, though: “BST” is London's summer
/// time to many, and Bangladesh's time to the system.
struct CalendarZones {
    /// An offset and the times from which it holds.
    private struct Observance {
        /// Seconds east of UTC.
        var offset: Int
        /// As if there were no zones.
        var starts: [Date]
        /// Further starts.
        var yearly: ZoneRule?
    }

    private static let maximum = 50
    /// The most starts that are listed one by one, in the whole file.
    private static let maximumStarts = 500

    /// Nil where a rule can't be read: by the other ones, times would be wrong without saying so.
    private var known: [String: [Observance]?] = [:]
    private var listed = 0
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
                if let name, let inner { add(inner, to: name) }
                inner = nil
            case ("TZID", _) where name != nil && inner == nil: name = line.text
            default: inner?.append(line)
            }
        }
    }

    /// Returns the zone of a name at a clock time; `nil` when neither the system nor the file knows it.
    func zone(_ name: String, at time: DateComponents) -> TimeZone? {
        if !name.contains("/"), let zone = described(name, at: time) { return zone }
        if let zone = TimeZone(identifier: name) { return zone }
        // Some programs prefix a path: "/freeassociation.sourceforge.net/Europe/Berlin".
        let path = name.split(separator: "/").suffix(2).joined(separator: "/")
        if path != name, let zone = TimeZone(identifier: path) { return zone }
        return described(name, at: time)
    }

    private func described(_ name: String, at time: DateComponents) -> TimeZone? {
        guard let observances = known[name] ?? nil, let moment = calendar.date(from: time) else { return nil }
        let begun = observances.compactMap { observance in
            lastStart(of: observance, before: moment).map { (start: $0, offset: observance.offset) }
        }
        let current = begun.max { $0.start < $1.start }?.offset ?? observances.first?.offset
        return current.flatMap { TimeZone(secondsFromGMT: $0) }
    }

    private mutating func add(_ lines: [ContentLine], to name: String) {
        func value(_ name: String) -> String? { lines.first { $0.name == name }?.value }
        guard let offset = value("TZOFFSETTO").flatMap(Self.seconds),
            let start = value("DTSTART").flatMap(CalendarTime.parts), let first = calendar.date(from: start),
            var observances = known[name, default: []], observances.count < Self.maximum
        else { return }
        let rule = value("RRULE").map { ZoneRule($0, from: start, calendar) }
        if case .some(nil) = rule { return known[name] = .some(nil) }
        let dates = lines.filter { $0.name == "RDATE" }.flatMap { $0.value.split(separator: ",") }
            .prefix(Self.maximumStarts - listed)
        listed += dates.count
        let more = dates.compactMap { CalendarTime.parts(String($0)).flatMap { calendar.date(from: $0) } }
        observances.append(Observance(offset: offset, starts: [first] + more, yearly: rule ?? nil))
        known[name] = observances
    }

    /// Parses `+0100` or `-043000`.
    private static func seconds(_ offset: String) -> Int? {
        let digits = offset.dropFirst().utf8.map { Int($0) - 0x30 }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let rest = digits.count == 6 ? digits[4] * 10 + digits[5] : 0
        let seconds = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + rest
        return offset.hasPrefix("-") ? -seconds : seconds
    }

    private func lastStart(of observance: Observance, before moment: Date) -> Date? {
        guard let first = observance.starts.first, first <= moment else { return nil }
        let yearly = observance.yearly?.last(before: moment, calendar)
        return (observance.starts + [yearly].compactMap(\.self)).filter { first...moment ~= $0 }.max()
    }
}

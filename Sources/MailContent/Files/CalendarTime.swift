import Foundation

/// A date or a time in a calendar file (RFC 5545 §3.3.4, §3.3.5).
struct CalendarTime {
    private let date: Date
    private let isWholeDay: Bool
    /// The name of the zone, where the file gives one.
    private let zoneName: String?
    /// The zone, if it is known; a time without a known zone is shown as it was written.
    private let zone: TimeZone?
    /// Whether it has no known zone: the same clock time everywhere.
    private let isFloating: Bool

    init?(_ value: String, zone name: String?, zones: CalendarZones = CalendarZones()) {
        guard let parts = Self.parts(value) else { return nil }
        isWholeDay = parts.hour == nil
        let isUTC = value.trimmingBlanks().hasSuffix("Z")
        zoneName = isUTC || isWholeDay ? nil : name
        zone = zoneName.flatMap { zones.zone($0, at: parts) }
        isFloating = !isUTC && zone == nil
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // A time that clocks leave out when they are put forward is one, too: by the offset before that (RFC 5545 §3.3.5).
        guard parts.isValidDate(in: calendar) else { return nil }
        calendar.timeZone = zone ?? .gmt
        guard let date = calendar.date(from: parts) else { return nil }
        self.date = date
    }

    /// Creates a time that is the same moment everywhere.
    init(_ date: Date) {
        self.date = date
        (isWholeDay, zoneName, zone, isFloating) = (false, nil, nil, false)
    }

    /// Parses year, month and day, and hour, minute and second where there are any.
    static func parts(_ value: String) -> DateComponents? {
        let text = value.trimmingBlanks()
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        guard digits.count == 8 || digits.count == 14, text.utf8.count <= 16 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = DateComponents(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        if digits.count == 14 {
            parts.hour = number(8..<10)
            parts.minute = number(10..<12)
            parts.second = min(59, number(12..<14))
        }
        return parts
    }

    private func parts(in zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = isFloating ? .gmt : zone
        return calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns `Thu 3 Dec 2026 14:00`.
    func text(in zone: TimeZone, withTime: Bool = true) -> String {
        let parts = parts(in: zone)
        let text = "\(Self.day(parts)) \(parts.year ?? 0)"
        return isWholeDay || !withTime ? text : text + " " + Self.clock(parts)
    }

    /// Returns the text to append for the end: only the time when the end is on the same day. Events of whole days end on the day after
    /// the last (RFC 5545 §3.6.1).
    func ending(_ end: CalendarTime, in zone: TimeZone) -> String {
        let (first, last) = (parts(in: zone), end.parts(in: zone))
        if isWholeDay {
            guard end.date.timeIntervalSince(date) > 86_400 else { return "" }
            return " – " + CalendarTime(end, movedBy: -86_400).text(in: zone)
        }
        return " – " + (Self.isSameDay(first, last) ? Self.clock(last) : end.text(in: zone))
    }

    /// Returns the time after a duration such as `PT1H30M` or `P1D` (RFC 5545 §3.3.6); `nil` when the text is no duration.
    func after(_ duration: String) -> CalendarTime? {
        let units: [Character: TimeInterval] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
        var seconds: TimeInterval = 0
        var digits = ""
        for character in duration.uppercased().drop(while: { $0 == "+" || $0 == "P" }) where character != "T" {
            if character.isNumber {
                digits.append(character)
            } else {
                guard let unit = units[character], let count = Double(digits.prefix(9)) else { return nil }
                seconds += unit * count
                digits = ""
            }
        }
        return seconds > 0 && digits.isEmpty ? CalendarTime(self, movedBy: seconds) : nil
    }

    private init(_ other: CalendarTime, movedBy seconds: TimeInterval) {
        date = other.date.addingTimeInterval(seconds)
        (isWholeDay, zoneName, zone) = (other.isWholeDay, other.zoneName, other.zone)
        isFloating = other.isFloating
    }

    /// Returns the time on the sender's clock, where it differs from the reader's, or the name of the zone, where it is unknown.
    func besides(_ reader: TimeZone) -> String {
        guard let zoneName else { return "" }
        guard let zone else { return " (time of \(zoneName))" }
        guard zone.secondsFromGMT(for: date) != reader.secondsFromGMT(for: date) else { return "" }
        let (there, here) = (parts(in: zone), parts(in: reader))
        let day = Self.isSameDay(there, here) ? "" : Self.day(there) + " "
        return " (\(day)\(Self.clock(there)) in \(Self.place(zoneName)))"
    }

    /// Returns where days of the week count, if it is another day there than for the reader.
    func otherDays(_ reader: TimeZone) -> String? {
        let there = parts(in: zone ?? .gmt)
        return Self.isSameDay(there, parts(in: reader)) ? nil : " (in \(zoneName.map(Self.place) ?? "UTC"))"
    }

    private static func place(_ zone: String) -> String {
        guard zone.hasPrefix("/") || TimeZone(identifier: zone) != nil else { return zone }
        return zone.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? zone
    }

    /// Returns the time, or the span of time, on the sender's clock, with the name that the sender gives its zone.
    func there(until end: CalendarTime?) -> String {
        let place = zone ?? .gmt
        let name = zoneName ?? (isFloating || isWholeDay ? "" : "UTC")
        let rest = end.map { ending($0, in: place) } ?? ""
        return text(in: place) + rest + (name.isEmpty ? "" : " \(name)")
    }

    private static func isSameDay(_ one: DateComponents, _ other: DateComponents) -> Bool {
        one.year == other.year && one.month == other.month && one.day == other.day
    }

    /// Returns `Thu 3 Dec`.
    private static func day(_ parts: DateComponents) -> String {
        "\(days[((parts.weekday ?? 1) - 1) % 7]) \(parts.day ?? 1) \(months[((parts.month ?? 1) - 1) % 12])"
    }

    private static func clock(_ parts: DateComponents) -> String {
        func padded(_ number: Int?) -> String { ((number ?? 0) < 10 ? "0" : "") + String(number ?? 0) }
        return "\(padded(parts.hour)):\(padded(parts.minute))"
    }
}

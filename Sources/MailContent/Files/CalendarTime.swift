import Foundation

/// A date or a time of a calendar file (RFC 5545 §3.3.4, §3.3.5).
struct CalendarTime {
    private let date: Date
    private let isWholeDay: Bool
    /// The name of a zone that isn't known here; the time is shown as it was written then.
    private let unknownZone: String?
    /// Written without a zone: the same clock time everywhere.
    private let isFloating: Bool

    init?(_ value: String, zone name: String?) {
        let text = value.trimmingBlanks()
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        guard digits.count == 8 || digits.count == 14, text.utf8.count <= 16 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        isWholeDay = digits.count == 8
        let named = name.flatMap { TimeZone(identifier: $0) }
        let isUTC = text.hasSuffix("Z")
        unknownZone = isUTC || isWholeDay || named != nil ? nil : name
        isFloating = !isUTC && named == nil
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = isUTC || isFloating ? .gmt : named ?? .gmt
        var parts = DateComponents(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        if !isWholeDay {
            parts.hour = number(8..<10)
            parts.minute = number(10..<12)
            parts.second = min(59, number(12..<14))
        }
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
        self.date = date
    }

    private func parts(in zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = isFloating ? .gmt : zone
        return calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Thu 3 Dec 2026 14:00`.
    func text(in zone: TimeZone, withTime: Bool = true) -> String {
        let parts = parts(in: zone)
        let day = Self.days[((parts.weekday ?? 1) - 1) % 7]
        let month = Self.months[((parts.month ?? 1) - 1) % 12]
        let text = "\(day) \(parts.day ?? 1) \(month) \(parts.year ?? 0)"
        return isWholeDay || !withTime ? text : text + " " + Self.clock(parts)
    }

    /// What is added for the end: only the time when that is on the same day. The end of whole days is the day after
    /// (RFC 5545 §3.6.1).
    func ending(_ end: CalendarTime, in zone: TimeZone) -> String {
        let (first, last) = (parts(in: zone), end.parts(in: zone))
        if isWholeDay {
            guard end.date.timeIntervalSince(date) > 86_400 else { return "" }
            return " – " + CalendarTime(end, movedBy: -86_400).text(in: zone)
        }
        let isSameDay = first.year == last.year && first.month == last.month && first.day == last.day
        return " – " + (isSameDay ? Self.clock(last) : end.text(in: zone))
    }

    private init(_ other: CalendarTime, movedBy seconds: TimeInterval) {
        date = other.date.addingTimeInterval(seconds)
        (isWholeDay, unknownZone, isFloating) = (other.isWholeDay, other.unknownZone, other.isFloating)
    }

    /// Whose time it is, where that can't be told.
    func foreignZone(besides zone: TimeZone) -> String { unknownZone.map { " (time of \($0))" } ?? "" }

    private static func clock(_ parts: DateComponents) -> String {
        func padded(_ number: Int?) -> String { ((number ?? 0) < 10 ? "0" : "") + String(number ?? 0) }
        return "\(padded(parts.hour)):\(padded(parts.minute))"
    }
}

import Foundation

/// Dates as the screens write them.
struct MessageDates: Sendable {
    var clock = WallClock()

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Returns the date as in a row of a list.
    func short(_ date: Date, isNarrow: Bool = false) -> String { RowDate.text(date, clock: clock, isNarrow: isNarrow) }

    /// `Wed 18 Nov 2009 02:22`.
    func long(_ date: Date) -> String {
        let parts = self.parts(date)
        if clock.isISO { return "\(isoDay(parts)) \(time(parts))" }
        let day = "\(Self.days[parts.weekday % 7]) \(parts.day) \(Self.months[parts.month % 12]) \(parts.year)"
        return "\(day) \(time(parts))"
    }

    /// `18 Nov 09 02:22`, where columns are few.
    func brief(_ date: Date) -> String {
        let parts = self.parts(date)
        if clock.isISO { return "\(isoDay(parts)) \(time(parts))" }
        return "\(parts.day) \(Self.months[parts.month % 12]) \(WallClock.two(parts.year % 100)) \(time(parts))"
    }

    /// How long ago, roughly: `12 s`, `5 min`, `3 h`, `9 days`.
    func age(_ date: Date) -> String {
        let seconds = max(0, Int(clock.now().timeIntervalSince(date)))
        switch seconds {
        case ..<100: return "\(seconds) s"
        case ..<6_000: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) days"
        }
    }

    /// Whole seconds until then, at least 0.
    func seconds(until date: Date) -> Int { max(0, Int(date.timeIntervalSince(clock.now()).rounded(.up))) }

    /// Months and weekdays count from 0.
    private struct Parts {
        var year, month, day, weekday, hour, minute: Int
    }

    private func parts(_ date: Date) -> Parts {
        let found = clock.calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
        return Parts(
            year: found.year ?? 1970, month: max(0, (found.month ?? 1) - 1), day: found.day ?? 1,
            weekday: max(0, (found.weekday ?? 1) - 1), hour: found.hour ?? 0, minute: found.minute ?? 0)
    }

    private func time(_ parts: Parts) -> String { clock.time(minute: parts.hour * 60 + parts.minute) }

    private func isoDay(_ parts: Parts) -> String { WallClock.isoDay(parts.year, parts.month + 1, parts.day) }
}

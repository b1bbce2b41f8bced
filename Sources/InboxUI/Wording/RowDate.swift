import Foundation

/// The short date of a row: the time today, the weekday within the last six days, `12 Nov` this year, `2009-11-12` before
/// (`2009-11` where columns are few). It is the same in every language, so that columns and habits hold. The clock says how
/// times are written, and whether days are always `2026-11-12`; then today is `2026-11-12 14:32`, or `14:32` where columns are
/// few.
enum RowDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the short date of a future moment: `18:00` today, `Tue 08:00` within six days, else `24 Dec 08:00` or
    /// `2027-01-02`; without the time where columns are few.
    static func coming(_ date: Date, clock: WallClock, isNarrow: Bool = false) -> String {
        let zone = clock.calendar.timeZone
        let local = LocalDate(date, zone)
        let today = LocalDate(clock.now(), zone)
        let time = clock.time(minute: local.minute)
        if local.dayNumber == today.dayNumber, isNarrow || !clock.isISO { return time }
        let day =
            switch local.dayNumber - today.dayNumber {
            case _ where clock.isISO: WallClock.isoDay(local.year, local.month, local.day)
            case 1...6: weekdays[local.weekday]
            case _ where local.year == today.year: "\(local.day) \(months[local.month - 1])"
            default: WallClock.isoDay(local.year, local.month, local.day)
            }
        return isNarrow ? day : "\(day) \(time)"
    }

    static func text(_ date: Date, clock: WallClock, isNarrow: Bool = false) -> String {
        let zone = clock.calendar.timeZone
        let local = LocalDate(date, zone)
        let today = LocalDate(clock.now(), zone)
        switch today.dayNumber - local.dayNumber {
        case 0:
            let time = clock.time(minute: local.minute)
            return clock.isISO && !isNarrow ? "\(WallClock.isoDay(local.year, local.month, local.day)) \(time)" : time
        case _ where clock.isISO: return WallClock.isoDay(local.year, local.month, local.day)
        case 1...6: return weekdays[local.weekday]
        case _ where local.year == today.year: return "\(local.day) \(months[local.month - 1])"
        case _ where isNarrow: return "\(local.year)-\(WallClock.two(local.month))"
        default: return WallClock.isoDay(local.year, local.month, local.day)
        }
    }
}

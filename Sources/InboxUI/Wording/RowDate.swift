import Foundation

/// The short date of a row: the time today, the weekday within the last six days, `12 Nov` this year, `2009-11-12`
/// before (`2009-11` where columns are few). The same in every language, so that columns and habits hold; how times are
/// written, and whether days are always `2026-11-12`, is the clock's.
enum RowDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ date: Date, clock: WallClock, isNarrow: Bool = false) -> String {
        let zone = clock.calendar.timeZone
        let local = LocalDate(date, zone)
        let today = LocalDate(clock.now(), zone)
        switch today.dayNumber - local.dayNumber {
        case 0: return clock.time(minute: local.minute)
        case _ where clock.isISO: return WallClock.isoDay(local.year, local.month, local.day)
        case 1...6: return weekdays[local.weekday]
        case _ where local.year == today.year: return "\(local.day) \(months[local.month - 1])"
        case _ where isNarrow: return "\(local.year)-\(WallClock.two(local.month))"
        default: return WallClock.isoDay(local.year, local.month, local.day)
        }
    }
}

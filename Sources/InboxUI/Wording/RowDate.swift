import Foundation

/// The short date of a row: the time today, the weekday within the last six days, `12 Nov` this year, `2009-11-12`
/// before (`2009-11` where columns are few). The same in every locale, so that columns and habits hold.
enum RowDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ date: Date, clock: WallClock, isNarrow: Bool = false) -> String {
        let zone = clock.calendar.timeZone
        let local = LocalDate(date, zone)
        let today = LocalDate(clock.now(), zone)
        switch today.dayNumber - local.dayNumber {
        case 0: return two(local.minute / 60) + ":" + two(local.minute % 60)
        case 1...6: return weekdays[local.weekday]
        case _ where local.year == today.year: return "\(local.day) \(months[local.month - 1])"
        case _ where isNarrow: return "\(local.year)-\(two(local.month))"
        default: return "\(local.year)-\(two(local.month))-\(two(local.day))"
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

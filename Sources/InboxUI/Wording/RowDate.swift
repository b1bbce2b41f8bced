import Foundation

/// The short date of a row: the time today, the weekday within the last six days, `12 Nov` this year, `2009-11-12`
/// before (`2009-11` where columns are few). The same in every locale, so that columns and habits hold.
enum RowDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ date: Date, clock: WallClock, isNarrow: Bool = false) -> String {
        let calendar = clock.calendar
        let now = clock.now()
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .weekday], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, months.indices.contains(month - 1)
        else {
            return ""
        }
        let days = calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now)
        ).day
        if days == 0 { return two(parts.hour) + ":" + two(parts.minute) }
        if let days, (1...6).contains(days), let weekday = parts.weekday { return weekdays[(weekday - 1) % 7] }
        if year == calendar.component(.year, from: now) { return "\(day) \(months[month - 1])" }
        if isNarrow { return "\(year)-\(two(month))" }
        return "\(year)-\(two(month))-\(two(day))"
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}

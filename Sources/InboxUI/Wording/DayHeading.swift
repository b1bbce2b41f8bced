import Foundation

/// The heading above the mail of a day: `Today`, `Yesterday`, `Friday 6 February`, with the year where it is not this one.
enum DayHeading {
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static func text(_ date: Date, clock: WallClock) -> String {
        let (day, today) = (LocalDate(date, clock.calendar.timeZone), clock.today)
        switch today.dayNumber - day.dayNumber {
        case 0: return "Today"
        case 1: return "Yesterday"
        default:
            let words = "\(weekdays[day.weekday]) \(day.day) \(months[day.month - 1])"
            return day.year == today.year ? words : "\(words) \(day.year)"
        }
    }

    /// Returns the heading of some days: a single day, or `June 2025`, `2020`, `Week from Monday 2 February` for a whole unit.
    static func text(_ days: Range<Date>, clock: WallClock) -> String {
        let calendar = clock.calendar
        func isWhole(_ unit: Calendar.Component) -> Bool {
            calendar.dateInterval(of: unit, for: days.lowerBound).map { $0.start..<$0.end } == days
        }
        let parts = calendar.dateComponents([.year, .month], from: days.lowerBound)
        if let year = parts.year, isWhole(.year) { return "\(year)" }
        if let year = parts.year, let month = parts.month, months.indices.contains(month - 1), isWhole(.month) {
            return "\(months[month - 1]) \(year)"
        }
        let first = text(days.lowerBound, clock: clock)
        return isWhole(.weekOfYear) ? "Week from \(first)" : first
    }
}

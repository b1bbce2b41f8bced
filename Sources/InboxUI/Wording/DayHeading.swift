import Foundation

/// What stands above the mail of a day: `Today`, `Yesterday`, `Friday 6 February`, and the year where it is another.
enum DayHeading {
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static func text(_ date: Date, clock: WallClock) -> String {
        let calendar = clock.calendar
        let now = clock.now()
        let days = calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now)
        ).day
        if days == 0 { return "Today" }
        if days == 1 { return "Yesterday" }
        let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday,
            months.indices.contains(month - 1), weekdays.indices.contains(weekday - 1)
        else { return "" }
        let words = "\(weekdays[weekday - 1]) \(day) \(months[month - 1])"
        return year == calendar.component(.year, from: now) ? words : "\(words) \(year)"
    }
}

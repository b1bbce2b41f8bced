import Foundation
import InboxKit

/// A future time in words, as options accept it.
enum GivenTime {
    static func read(_ text: String, now: Date = Date()) throws -> Date {
        guard let date = SendTime.parse(text, now: now, calendar: .current) else {
            let text = "“\(Output.clean(text))” is not a future time, such as “tomorrow 8”, “mon” or “in 3 hours”"
            throw CommandFailure(message: text, status: 2)
        }
        return date
    }

    /// Returns the time that was understood: `20h` could mean eight in the evening, but means in twenty hours.
    static func words(_ date: Date, timeZone: TimeZone = .current) -> String {
        let format: Date.FormatString = """
            \(weekday: .abbreviated) \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
            """
        return date.formatted(
            Date.VerbatimFormatStyle(
                format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: timeZone,
                calendar: Calendar(identifier: .gregorian)))
    }
}

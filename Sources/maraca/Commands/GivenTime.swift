import ArgumentParser
import Foundation
import InboxKit

/// When a message leaves.
struct LeavingTime: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When to send it, such as “tomorrow 9:00” or “in 2 hours”; the server holds it if it can.",
            valueName: "time"))
    var at: String?

    func check(isDraft: Bool) throws {
        guard isDraft, at != nil else { return }
        throw ValidationError("Use either --draft, which only saves it, or --at, which sends it later.")
    }

    func date() throws -> Date? { try at.map { try GivenTime.read($0) } }
}

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
    static func words(_ date: Date) -> String {
        let format: Date.FormatString = """
            \(weekday: .abbreviated) \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
            """
        return date.formatted(
            Date.VerbatimFormatStyle(
                format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: .current,
                calendar: Calendar(identifier: .gregorian)))
    }
}

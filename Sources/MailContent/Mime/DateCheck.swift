package import Foundation
import InboxModel

/// Checks whether a mail's own date is plausible. Lists sort by the time of arrival; the date that a mail states may be anything.
package enum DateCheck {
    private static let oneDay: TimeInterval = 86_400

    /// Returns when a mail was written, as it states itself, for use in quotes.
    /// - Returns: `nil` where it states no date, where the date is the second of arrival, and where it is not plausible.
    package static func believed(written: Date?, received: Date) -> Date? {
        guard let written, written.wholeSeconds != received.wholeSeconds,
            problem(written: written, received: received) == nil
        else { return nil }
        // A clock that was never set is near 1970.
        return written.timeIntervalSince1970 > oneDay ? written : nil
    }

    /// Returns a warning about a Date header more than a day after the arrival (H-4); `nil` when there is none to give.
    package static func problem(written: Date?, received: Date?) -> String? {
        guard let written, let received, written.timeIntervalSince(received) > oneDay else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: written)
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let year = parts.year, let month = parts.month, let day = parts.day, names.indices.contains(month - 1)
        else {
            return nil
        }
        return "The mail says that it was written on \(day) \(names[month - 1]) \(year), more than a day after it came"
    }
}

public import Foundation
import InboxModel

/// Whether a mail's own date can be believed. Where a mail stands in a list goes by when it came; what it says itself may be anything.
public enum DateCheck {
    private static let oneDay: TimeInterval = 86_400

    /// When a mail was written, by its own word, for whoever quotes it.
    /// - Returns: nil where there is no such word, where it is of the second in which the mail came, and where it can't be believed.
    public static func believed(written: Date?, received: Date) -> Date? {
        guard let written, written.wholeSeconds != received.wholeSeconds,
            problem(written: written, received: received) == nil
        else { return nil }
        // A clock that was never set is near 1970.
        return written.timeIntervalSince1970 > oneDay ? written : nil
    }

    /// What is to be told of a Date header that lies more than a day after the mail came (H-4); nil when there is nothing.
    public static func problem(written: Date?, received: Date?) -> String? {
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

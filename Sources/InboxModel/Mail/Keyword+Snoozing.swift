public import Foundation

/// Snoozing, expressed in keywords. These are the client's own, so that undo, refusals and restarts treat them like all marks, and
/// servers never receive them: the time of waking is stored only here.
extension Keyword {
    /// Removed from the inbox until the time in another keyword.
    public static let snoozed = Keyword("$snoozed")
    /// Returned from a snooze, at the time in another keyword.
    public static let woken = Keyword("$woken")

    private static let until = "$snoozeduntil-"
    private static let back = "$woken-"

    /// The keyword for the time of waking, in whole seconds.
    public static func snoozed(until date: Date) -> Keyword { Keyword(until + seconds(date)) }
    /// The keyword for the time of the return, in whole seconds. Lists sort the thread by it.
    public static func woken(at date: Date) -> Keyword { Keyword(back + seconds(date)) }

    private static func seconds(_ date: Date) -> String {
        // Clamps times that no calendar can represent.
        String(Int(min(max(date.timeIntervalSince1970, 0), 1e12).rounded(.down)))
    }

    /// The time of waking; nil for any other keyword.
    public var snoozedUntil: Date? { date(behind: Self.until) }
    /// The time of the return; nil for any other keyword.
    public var wokenAt: Date? { date(behind: Self.back) }

    private func date(behind prefix: String) -> Date? {
        guard begins(with: prefix), let seconds = Int(rawValue.dropFirst(prefix.utf8.count)) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Compares bytes: called for each keyword of each message in a first sync.
    private func begins(with prefix: String) -> Bool { rawValue.utf8.starts(with: prefix.utf8) }

    /// Whether it only holds a time, so that users never search for it.
    public var isTime: Bool { begins(with: Self.until) || begins(with: Self.back) }

    /// Whether the keyword belongs to a snooze that is still active.
    public var isOfSnooze: Bool { self == .snoozed || begins(with: Self.until) }

    /// Whether the keyword is the client's own, which servers never receive.
    public var isOwn: Bool { self == .new || self == .snoozed || self == .woken || isTime }
}

extension MessageMarks {
    public var isSnoozed: Bool { keywords.contains(.snoozed) }
    /// Nil if the message is not snoozed.
    public var snoozedUntil: Date? { isSnoozed ? keywords.lazy.compactMap(\.snoozedUntil).max() : nil }
    /// The last return from a snooze, if any.
    public var wokenAt: Date? { keywords.lazy.compactMap(\.wokenAt).max() }

    /// The same marks without the snooze.
    public var awake: MessageMarks {
        MessageMarks(keywords: keywords.filter { !$0.isOfSnooze }, mailboxes: mailboxes)
    }
}

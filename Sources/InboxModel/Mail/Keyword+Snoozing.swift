public import Foundation

/// Snoozing in the marks of messages. They are this client's own, so that undo, refusals and restarts treat them as they treat all
/// marks, and no server hears of them: the time to wake lives in this store.
extension Keyword {
    /// Taken out of the inbox until a time, which another mark says.
    public static let snoozed = Keyword("$snoozed")
    /// Came back from a snooze; when, another mark says.
    public static let woken = Keyword("$woken")

    private static let until = "$snoozeduntil-"
    private static let back = "$woken-"

    /// In whole seconds.
    public static func snoozed(until date: Date) -> Keyword { Keyword(until + seconds(date)) }
    /// When the message came back; lists sort its thread by that. In whole seconds.
    public static func woken(at date: Date) -> Keyword { Keyword(back + seconds(date)) }

    private static func seconds(_ date: Date) -> String {
        // What no calendar reaches counts as its end.
        String(Int(min(max(date.timeIntervalSince1970, 0), 1e12).rounded(.down)))
    }

    /// The time that it says; nil for any other mark.
    public var snoozedUntil: Date? { date(behind: Self.until) }
    /// The time that it says; nil for any other mark.
    public var wokenAt: Date? { date(behind: Self.back) }

    private func date(behind prefix: String) -> Date? {
        guard begins(with: prefix), let seconds = Int(rawValue.dropFirst(prefix.utf8.count)) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// By bytes: each mark of each message of a first sync is asked.
    private func begins(with prefix: String) -> Bool { rawValue.utf8.starts(with: prefix.utf8) }

    /// Whether it says when, and no more: nobody looks for it.
    public var isTime: Bool { begins(with: Self.until) || begins(with: Self.back) }

    /// Whether it is one of those that make a message snoozed.
    public var isOfSnooze: Bool { self == .snoozed || begins(with: Self.until) }

    /// Whether it is a mark of this client's own, that no server hears of.
    public var isOwn: Bool { self == .new || self == .snoozed || self == .woken || isTime }
}

extension MessageMarks {
    public var isSnoozed: Bool { keywords.contains(.snoozed) }
    /// Nil when it is not snoozed.
    public var snoozedUntil: Date? { isSnoozed ? keywords.lazy.compactMap(\.snoozedUntil).max() : nil }
    /// When it last came back; nil when it never did.
    public var wokenAt: Date? { keywords.lazy.compactMap(\.wokenAt).max() }

    /// The same, snoozed no longer.
    public var awake: MessageMarks {
        MessageMarks(keywords: keywords.filter { !$0.isOfSnooze }, mailboxes: mailboxes)
    }
}

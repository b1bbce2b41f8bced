import InboxModel

/// The refresh that the user asked for, and what came of the last one.
struct ListRefresh {
    struct Asked: Hashable {
        var since: ContinuousClock.Instant
        /// The account whose mail was shown then; nil for mail of several.
        var account: AccountID?
    }

    /// The refresh by the user that is in progress.
    private(set) var asked: Asked?
    /// Why the last refresh failed, in words, until another succeeds or another view is shown.
    private(set) var failure: String?

    mutating func begin(_ account: AccountID?, at now: ContinuousClock.Instant = .now) {
        asked = Asked(since: now, account: account)
    }

    /// The rows that wait for the answer are those of that account now.
    mutating func goesOn(for account: AccountID?) { asked?.account = account }

    /// - Returns: Whether the user asked for it.
    mutating func completed() -> Bool {
        defer { (asked, failure) = (nil, nil) }
        return asked != nil
    }

    /// - Parameter shown: The account being shown: the user may look at another account's mail by now.
    /// - Returns: The account whose refresh has ended.
    mutating func ended(shown: AccountID?) -> AccountID? {
        defer { asked = nil }
        return asked.map(\.account) ?? shown
    }

    /// - Returns: Whether the last refresh failed for the same reason.
    mutating func failed(_ sentence: String) -> Bool {
        defer { failure = sentence }
        return failure == sentence
    }

    mutating func forgetFailure() { failure = nil }
}

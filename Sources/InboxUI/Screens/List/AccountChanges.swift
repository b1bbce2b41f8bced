import InboxKit
import InboxModel

/// What a list remembers of the accounts, to see which one was added and whether only one is left.
struct AccountChanges {
    private var count: Int
    /// The accounts before another one was to be added; nil once it is added, or the user has given up.
    private var before: Set<AccountID>?

    init(_ accounts: [Account]) { count = accounts.count }

    var awaitsAnother: Bool { before != nil }

    /// The user is about to add an account.
    mutating func awaitAnother(beside accounts: [Account]) { before = Set(accounts.map(\.id)) }

    /// The user comes back from adding an account, perhaps without one.
    /// - Parameter known: The accounts that the session has by now.
    mutating func cameBack(_ known: [Account]) {
        guard let before else { return }
        if known.allSatisfy({ before.contains($0.id) }) { self.before = nil }
    }

    /// Returns the account that was awaited, once it is among these.
    mutating func added(among accounts: [Account]) -> Account? {
        guard let before, let new = accounts.first(where: { !before.contains($0.id) }) else { return nil }
        self.before = nil
        return new
    }

    /// - Returns: Whether there is one account now, and was not before.
    mutating func areOne(_ accounts: [Account]) -> Bool {
        defer { count = accounts.count }
        return accounts.count == 1 && count != 1
    }
}

public import InboxModel
import InboxStore

/// Rows of a list that is short enough to be read whole: mailboxes, the outbox, accounts.
protocol ShortRow: ProviderRow {
    static func all(_ reader: StoreReader) throws -> [Self]
    static func isTouched(by commit: Commit) -> Bool
    static func matches(_ row: Self, _ filter: Filter) -> Bool
    /// - Parameter rows: the rows in the store's order.
    static func ordered(_ rows: [Self], _ sort: Sort) -> [Self]
}

/// The order of mailboxes.
public enum MailboxSort: Hashable, Sendable, CaseIterable {
    /// By account, in the order in which mailboxes were first seen.
    case account
    /// By name, ignoring case.
    case name
}

/// The order of the outbox.
public enum ActionSort: Hashable, Sendable, CaseIterable {
    /// In the order of sending.
    case oldestFirst
    case newestFirst
    /// First what needs the user: refused actions, then those that stopped with a reason; then the rest in the order of sending.
    case troubledFirst
}

/// The order of accounts.
public enum AccountSort: Hashable, Sendable, CaseIterable {
    case oldestFirst
    /// By address.
    case address
}

extension Mailbox: ShortRow {
    /// The account whose mailboxes are selected; nil selects those of all.
    public typealias Filter = AccountID?
    public typealias Sort = MailboxSort

    static func all(_ reader: StoreReader) throws -> [Mailbox] { try reader.mailboxes() }
    static func isTouched(by commit: Commit) -> Bool { commit.changesMailboxes }
    static func matches(_ row: Mailbox, _ filter: AccountID?) -> Bool { filter == nil || filter == row.account }

    static func ordered(_ rows: [Mailbox], _ sort: MailboxSort) -> [Mailbox] {
        switch sort {
        case .account: rows
        case .name: rows.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
        }
    }
}

extension Action: ShortRow {
    /// The account whose actions are selected; nil selects those of all.
    public typealias Filter = AccountID?
    public typealias Sort = ActionSort

    static func all(_ reader: StoreReader) throws -> [Action] {
        try reader.queue().filter { $0.state != .sent } + reader.refusals()
    }
    static func isTouched(by commit: Commit) -> Bool { commit.changesActions }
    static func matches(_ row: Action, _ filter: AccountID?) -> Bool { filter == nil || filter == row.account }

    static func ordered(_ rows: [Action], _ sort: ActionSort) -> [Action] {
        switch sort {
        case .oldestFirst: rows
        case .newestFirst: rows.reversed()
        case .troubledFirst:
            rows.filter { $0.state == .refused } + rows.filter(\.isStoppedByTrouble)
                + rows.filter { $0.state != .refused && !$0.isStoppedByTrouble }
        }
    }
}

extension Account: ShortRow {
    /// The one account that is selected; nil selects all.
    public typealias Filter = AccountID?
    public typealias Sort = AccountSort

    static func all(_ reader: StoreReader) throws -> [Account] { try reader.accounts() }
    static func isTouched(by commit: Commit) -> Bool { commit.changesAccounts }
    static func matches(_ row: Account, _ filter: AccountID?) -> Bool { filter == nil || filter == row.id }

    static func ordered(_ rows: [Account], _ sort: AccountSort) -> [Account] {
        switch sort {
        case .oldestFirst: rows
        case .address: rows.sorted { ($0.address.lowercased(), $0.id) < ($1.address.lowercased(), $1.id) }
        }
    }
}

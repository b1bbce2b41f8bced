public import InboxModel
import Foundation
import InboxStore

/// What a mailbox contains, as far as it is in the store: the facts to show before the user deletes it.
public struct MailboxContents: Hashable, Sendable {
    /// The number of messages in the mailbox.
    public var messages: Int
    /// The number of messages that are in no other mailbox.
    public var onlyThere: Int
    /// The names of the mailboxes below it.
    public var below: [String]

    public init(messages: Int = 0, onlyThere: Int = 0, below: [String] = []) {
        self.messages = messages
        self.onlyThere = onlyThere
        self.below = below
    }
}

/// Creating, renaming and deleting mailboxes: shown at once, and sent when the server can be reached.
extension MailSession {
    /// - Parameter name: `/` separates levels.
    @discardableResult
    public func createMailbox(named name: String, account: AccountID) async throws(SessionError) -> MailboxID {
        _ = try writable(account)
        return try await act { try $0.createMailbox(named: name, account: account, now: Date()) }
    }

    /// Renames a mailbox; a name with other levels moves it. Mailboxes below it move along.
    public func renameMailbox(_ id: MailboxID, to name: String) async throws(SessionError) {
        try await act { transaction in
            let reader = try transaction.reader
            let mailboxes = try reader.mailboxes()
            let old = mailboxes.first { $0.id == id }
            try transaction.rename(id, to: name, now: Date())
            // Otherwise the store moves them along.
            guard let old, let owner = try reader.accounts().first(where: { $0.id == old.account }),
                !owner.dialect.takesLowerMailboxesAlong, let new = try reader.mailboxes().first(where: { $0.id == id })
            else { return }
            for lower in mailboxes where lower.lies(below: old) {
                try transaction.rename(lower.id, to: new.name + lower.name.dropFirst(old.name.count), now: Date())
            }
        }
    }

    /// What would be deleted with a mailbox; empty if there is no such mailbox.
    public func contents(of id: MailboxID) throws(SessionError) -> MailboxContents {
        try reading { reader in
            let mailboxes = try reader.mailboxes()
            let messages = try reader.marks(in: id)
            let mailbox = mailboxes.first { $0.id == id }
            let below = mailbox.map { mailbox in mailboxes.filter { $0.lies(below: mailbox) }.map(\.name) } ?? []
            return MailboxContents(
                messages: messages.count, onlyThere: messages.count { $0.marks.mailboxes == [id] }, below: below)
        }
    }

    /// Deletes a mailbox. A label is taken off its messages; a folder has to be empty, and so has every mailbox over JMAP and IMAP.
    /// - Parameter emptiesFirst: whether messages that are nowhere else are moved to the trash first. They stay there even if the
    ///   server keeps the mailbox; messages that are elsewhere, too, are only taken out of it.
    /// - Throws: `ActionError.notEmpty` while it has mail or, with `emptiesFirst`, drafts that are nowhere else.
    public func deleteMailbox(_ id: MailboxID, emptiesFirst: Bool = false) async throws(SessionError) {
        try await act { transaction in
            let reader = try transaction.reader
            let owner = try reader.mailboxes().first { $0.id == id }?.account
            guard let account = try reader.accounts().first(where: { $0.id == owner }) else {
                throw ActionError.wrongMailbox
            }
            if emptiesFirst, !account.dropsLabels { try Self.empty(id, of: account, transaction) }
            try transaction.deleteMailbox(id, hasLabels: account.dropsLabels, now: Date())
        }
    }

    /// Empties a mailbox before it is deleted. Undo can't take this back: there would be no mailbox to return the mail to.
    private static func empty(_ id: MailboxID, of account: Account, _ transaction: StoreTransaction) throws {
        let messages = try transaction.reader.marks(in: id)
        if messages.contains(where: { $0.marks.mailboxes == [id] }),
            try transaction.reader.mailboxes().allSatisfy({ $0.account != account.id || $0.role != .trash }),
            account.dialect.keepsMailInMailboxes
        {
            _ = try transaction.makeMailbox(for: .trash, account: account.id, now: Date())
        }
        let planner = ActionPlanner(account: account, mailboxes: try transaction.reader.mailboxes())
        for (command, edits) in try planner.emptying(id, messages) where !edits.isEmpty {
            let edited = Set(edits.map(\.message))
            let threads = Set(messages.filter { edited.contains($0.id) }.map(\.thread))
            let title = try title(of: Array(threads), transaction.reader)
            _ = try transaction.enqueue(
                Action(
                    id: ActionID(0), account: account.id, command: command, title: title, edits: edits,
                    createdAt: Date()))
        }
    }
}

extension Account {
    /// Whether deleting a mailbox only removes it from its messages.
    var dropsLabels: Bool { hasLabels && dialect == .inbox }
}

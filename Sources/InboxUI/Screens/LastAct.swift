import Foundation
import InboxModel

/// An action performed on threads that can be repeated on others.
struct LastAct: Hashable, Sendable {
    var command: Action.Command
    /// The target of a move, and the account of the threads: for another account, a mailbox or tag would mean something else.
    var target: MailboxID?
    var account: AccountID?
    /// The targets for threads of several accounts, each with a mailbox of its own.
    var targets: [AccountID: MailboxID]
    /// The end of a snooze.
    var date: Date?
    /// The tag to add or remove, and the accounts of the threads.
    var tag: Keyword?
    var tagged: Set<AccountID> = []
    /// The name of a user-defined series; `command` then decides where the selection goes.
    var series: String?
    /// The labels and tags that were added and removed together, each as an act of its own; `series` is then ``labels``.
    var together: [LastAct] = []
    /// Whether the action was performed on single messages; an open thread then applies it to one of its messages.
    var isOnMessages: Bool

    init(
        _ command: Action.Command, target: MailboxID? = nil, of account: AccountID? = nil, date: Date? = nil,
        onMessages: Bool = false, targets: [AccountID: MailboxID] = [:]
    ) {
        self.command = command
        self.targets = targets
        self.target = target
        self.account = account
        self.date = date
        isOnMessages = onMessages
    }

    /// A tag that was added to or removed from mail of these accounts.
    init(_ command: Action.Command, tag: Keyword, in accounts: Set<AccountID>, onMessages: Bool) {
        self.init(command, onMessages: onMessages)
        self.tag = tag
        tagged = accounts
    }

    /// The name that stands for labels and tags chosen together where a series is repeated by its name.
    static let labels = ""

    var isLabelling: Bool { command == .label || command == .unlabel || tag != nil }

    /// Whether the action has the same meaning for these threads.
    func isMeant(for threads: [MailThread]) -> Bool {
        guard targets.isEmpty else { return threads.allSatisfy { targets[$0.account] != nil } }
        guard tag == nil else { return threads.allSatisfy { tagged.contains($0.account) } }
        return target == nil || threads.allSatisfy { $0.account == account }
    }
}

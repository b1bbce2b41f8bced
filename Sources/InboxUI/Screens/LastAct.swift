public import Foundation
public import InboxModel

/// Something that was done to threads and can be done to others.
public struct LastAct: Hashable, Sendable {
    public var command: Action.Command
    /// Where to, for a move, and of which account the threads were: for those of another a place or tag would mean something else.
    public var target: MailboxID?
    public var account: AccountID?
    /// The same for threads of several accounts, each of which has a place of its own.
    public var targets: [AccountID: MailboxID]
    /// Until when, for snoozing.
    public var date: Date?
    /// Which, for marking, and of which accounts the threads were.
    public var tag: Keyword?
    public var tagged: Set<AccountID> = []
    /// The name of a series of the user's own, of which `command` says where to go on.
    public var series: String?
    /// Whether it was done to single messages: a thread that is open then does it to one of its own.
    public var isOnMessages: Bool

    public init(
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

    /// A tag that was put on mail of these accounts, or taken off.
    public init(_ command: Action.Command, tag: Keyword, in accounts: Set<AccountID>, onMessages: Bool = false) {
        self.init(command, onMessages: onMessages)
        self.tag = tag
        tagged = accounts
    }

    var isLabelling: Bool { command == .label || command == .unlabel || tag != nil }

    /// Whether it means for these what it meant then.
    func isMeant(for threads: [MailThread]) -> Bool {
        guard targets.isEmpty else { return threads.allSatisfy { targets[$0.account] != nil } }
        guard tag == nil else { return threads.allSatisfy { tagged.contains($0.account) } }
        return target == nil || threads.allSatisfy { $0.account == account }
    }
}

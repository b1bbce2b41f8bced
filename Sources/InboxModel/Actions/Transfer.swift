/// How far a move or a copy to another account has come; stored as the action's `detail`.
public struct Transfer: Hashable, Sendable, Codable {
    /// The address of the account that the messages go to.
    public var to: String
    /// Of a copy: its mailbox there. A move has it in what it does to each message.
    public var mailbox: MailboxID?
    /// What each message became there. Only the originals of these may go.
    public var landed: [Int64: RemoteID] = [:]

    public init(to: String, mailbox: MailboxID? = nil) {
        self.to = to
        self.mailbox = mailbox
    }

    /// What an action keeps of it.
    package var detail: String? { try? jsonText() }
}

extension Action {
    /// Of a move or a copy to another account: how far it has come; nil for any other action.
    public var transfer: Transfer? {
        command == .transfer || command == .copy ? Transfer(jsonText: detail) : nil
    }

    /// Of a transfer: whether no copy of what it still moves can be in the other account yet.
    package var canStillStay: Bool {
        state.isAtRest && transfer?.landed.isEmpty ?? true
    }
}

import Foundation

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

    /// - Returns: nil when it says no such thing.
    public init?(detail: String?) {
        guard let read = detail.flatMap({ try? JSONDecoder().decode(Transfer.self, from: Data($0.utf8)) }) else {
            return nil
        }
        self = read
    }

    /// What an action keeps of it.
    public var detail: String? { try? String(decoding: JSONEncoder().encode(self), as: UTF8.self) }
}

extension Action {
    /// Of a transfer: whether no copy of what it still moves can be in the other account yet.
    package var canStillStay: Bool {
        (state == .waiting || state == .stopped) && Transfer(detail: detail)?.landed.isEmpty ?? true
    }
}

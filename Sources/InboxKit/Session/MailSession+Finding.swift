public import InboxModel
import InboxStore

/// What an id names that a command was given.
public struct NamedMail: Hashable, Sendable {
    /// One an account that has something of that id; none where a message is meant.
    public var threads: [ThreadID]
    /// Where it is no thread.
    public var messages: [MessageID]
    /// Whether it is the id of a message, too, and the thread that it was taken for holds others besides.
    public var isAlsoMessage: Bool

    public init(threads: [ThreadID] = [], messages: [MessageID] = [], isAlsoMessage: Bool = false) {
        self.threads = threads
        self.messages = messages
        self.isAlsoMessage = isAlsoMessage
    }

    public var isEmpty: Bool { threads.isEmpty && messages.isEmpty }
}

extension MailSession {
    /// What a server calls so: a thread before a message, for some servers give a thread the id of one of its messages.
    /// - Parameters:
    ///   - account: of it alone; nil: of any.
    ///   - isMessage: whether only a message is meant.
    ///   - orOwn: whether what no server calls so may be the number under which a draft, or what was sent from here, is kept.
    public func named(_ id: String, account: AccountID? = nil, isMessage: Bool = false, orOwn: Bool = false)
        throws(SessionError) -> NamedMail
    {
        try reading { reader in
            let found = try reader.find(RemoteID(id), account: account)
            if isMessage || found.threads.isEmpty {
                let own = found.messages.isEmpty && orOwn ? try reader.own(id, account: account).map { [$0] } : nil
                return NamedMail(messages: own ?? found.messages)
            }
            let holdOthers = try found.threads.contains { try reader.messages(of: $0).count > 1 }
            return NamedMail(threads: found.threads, isAlsoMessage: !found.messages.isEmpty && holdOthers)
        }
    }

    /// What waits to be sent, or to be kept by the server, of a draft: by the number that writing it gave.
    public func action(ofDraft id: MessageID) throws(SessionError) -> ActionID? {
        let own = try actions().filter { $0.object == .draft(id) }
        return (own.first { $0.command == .sendDraft } ?? own.first)?.id
    }
}

extension StoreReader {
    /// What the user wrote here, by its number in the store.
    fileprivate func own(_ id: String, account: AccountID?) throws -> MessageID? {
        guard let number = Int64(id), let message = try message(MessageID(number)),
            account == nil || message.account == account
        else { return nil }
        let sent = Set(try mailboxes().filter { $0.role == .sent }.map(\.id))
        return message.isDraft || !message.mailboxes.isDisjoint(with: sent) ? message.id : nil
    }
}

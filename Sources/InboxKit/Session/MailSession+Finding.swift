import Foundation
public import InboxModel
import InboxStore

/// What an id refers to.
public struct NamedMail: Hashable, Sendable {
    /// The threads with that id, one per account at most; empty if the id means a message.
    public var threads: [ThreadID]
    /// The messages with that id, if no thread has it.
    public var messages: [MessageID]
    /// Whether the id is also that of a message, and the thread has others besides.
    public var isAlsoMessage: Bool

    public init(threads: [ThreadID] = [], messages: [MessageID] = [], isAlsoMessage: Bool = false) {
        self.threads = threads
        self.messages = messages
        self.isAlsoMessage = isAlsoMessage
    }

    public var isEmpty: Bool { threads.isEmpty && messages.isEmpty }
}

extension MailSession {
    /// Finds the mail that has an id on a server, else the messages with a Message-ID: `<12@example.test>`, `12@example.test`,
    /// `id:12@example.test`, or a `mid:` link (RFC 2392). Prefers a thread to a message, since some servers give a thread the id of one of
    /// its messages.
    /// - Parameters:
    ///   - account: the account to search; nil searches all of them.
    ///   - isMessage: whether only a message is meant.
    ///   - orOwn: whether an id that no server knows may be the local number of a draft, or of a message sent from here.
    public func named(_ id: String, account: AccountID? = nil, isMessage: Bool = false, orOwn: Bool = false)
        throws(SessionError) -> NamedMail
    {
        try reading { reader in
            let found = try reader.find(RemoteID(id), account: account)
            if isMessage || found.threads.isEmpty {
                guard found.messages.isEmpty else { return NamedMail(messages: found.messages) }
                if orOwn, let own = try reader.own(id, account: account) { return NamedMail(messages: [own]) }
                return NamedMail(messages: try reader.messages(named: id, account: account, orOwn: orOwn))
            }
            let holdOthers = try found.threads.contains { try reader.messages(of: $0).count > 1 }
            return NamedMail(threads: found.threads, isAlsoMessage: !found.messages.isEmpty && holdOthers)
        }
    }

    /// The queued action that sends or saves a draft, by the draft's local number.
    public func action(ofDraft id: MessageID) throws(SessionError) -> ActionID? {
        let own = try actions().filter { $0.object == .draft(id) }
        return (own.first { $0.command == .sendDraft } ?? own.first)?.id
    }
}

extension StoreReader {
    /// Returns the messages whose Message-ID is meant: several if the account has copies.
    fileprivate func messages(named id: String, account: AccountID?, orOwn: Bool) throws -> [MessageID] {
        guard let header = id.meantMessageID else { return [] }
        let all = try account.map { [$0] } ?? accounts().map(\.id)
        let found = try all.flatMap { try messages(messageIDHeader: header, account: $0) }
        return found.filter { orOwn || $0.remoteID != nil }.map(\.id)
    }

    /// Returns the draft or sent message that the user wrote here, by its number in the store.
    fileprivate func own(_ id: String, account: AccountID?) throws -> MessageID? {
        guard let number = Int64(id), let message = try message(MessageID(number)),
            account == nil || message.account == account
        else { return nil }
        let sent = Set(try mailboxes().filter { $0.role == .sent }.map(\.id))
        return message.isDraft || !message.mailboxes.isDisjoint(with: sent) ? message.id : nil
    }
}

extension Message {
    /// The link to the message by its Message-ID: `mid:12@example.test` (RFC 2392). `MailSession.named` finds it by this link. Nil if no
    /// server has reported the Message-ID.
    public var link: String? {
        guard let header = messageIDHeader, header.count > 2, header.hasPrefix("<"), header.hasSuffix(">") else {
            return nil
        }
        let id = header.dropFirst().dropLast()
        return String(id).addingPercentEncoding(withAllowedCharacters: Self.plainInLinks).map { "mid:" + $0 }
    }

    /// Neither what has a meaning in links, nor what shells and terminals take for the end of one.
    private static let plainInLinks = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~@+=")
}

extension String {
    /// The Message-ID that is meant, with its angle brackets; nil if this can't be one.
    fileprivate var meantMessageID: String? {
        var id = self[...]
        let isLink = id.hasPrefix("mid:")
        if isLink {
            // What follows a slash names a part.
            let link = id.dropFirst(4).prefix { $0 != "/" }
            id = (String(link).removingPercentEncoding ?? String(link))[...]
        } else if id.hasPrefix("id:") {
            id = id.dropFirst(3)
        }
        if id.hasPrefix("<"), id.hasSuffix(">") { id = id.dropFirst().dropLast() }
        return isLink || id.contains("@") ? "<\(id)>" : nil
    }
}

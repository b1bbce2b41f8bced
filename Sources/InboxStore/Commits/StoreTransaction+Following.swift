import Foundation
import GRDB
package import InboxModel

/// Messages that a server has under a new id: it gives new ids to moved messages, or destroyed and recreated them. What
/// refers to the row is carried over, above all the user's queued actions.
extension StoreTransaction {
    /// Matches the messages of one change set: a new message with the Message-ID of a destroyed one is the same message.
    package func follow(_ new: [RemoteMessage], from gone: Set<RemoteID>, account: AccountID) throws {
        departing = gone
        guard !gone.isEmpty else { return }
        var left = gone
        for remote in new {
            guard let header = remote.messageIDHeader, !remote.keywords.contains(.draft),
                try !MessageTable.isHere(database, account: account, remoteID: remote.id)
            else { continue }
            let places = try marks(keywords: [], mailboxes: remote.mailboxes, account: account).mailboxes
            let same = try MessageTable.all(database, account: account, messageIDHeader: header)
                .filter { $0.remoteID.map(left.contains) ?? false && remote.isCopy(of: $0) }
            guard let old = same.first(where: { $0.mailboxes == places }) ?? same.first else { continue }
            if let id = old.remoteID { left.remove(id) }
            try rename(old, to: remote.id)
        }
    }

    /// Matches a message that its server no longer has with the one of `found` that has its Message-ID and is not stored yet.
    package func follow(_ id: MessageID, among found: [RemoteMessage]) throws {
        guard let old = try MessageTable.find(database, id), let header = old.messageIDHeader else { return }
        let new = try found.first { remote in
            guard remote.messageIDHeader == header, remote.isCopy(of: old) else { return false }
            return try !MessageTable.isHere(database, account: old.account, remoteID: remote.id)
        }
        guard let new else { return }
        try rename(old, to: new.id)
        try receive(new, account: old.account, bodyText: nil, confirms: false)
    }

    /// Removes a message that its server no longer has. If it has pending actions, or marks that only this client knows,
    /// and another message with its Message-ID is in the same mailboxes, they go to that message.
    /// - Returns: the actions that cannot be performed any more, wholly or in part.
    package func lose(_ remoteID: RemoteID, account: AccountID) throws -> [Action] {
        guard let message = try MessageTable.find(database, account: account, remoteID: remoteID) else { return [] }
        let open = try ActionTable.edits(database, of: message.id)
            .filter { try $0.state != .sent && !hasLanded(message.id, by: $0.action) }
        if try !open.isEmpty || message.hasOwnMarks(dialect(of: account)), let twin = try twin(of: message) {
            try replace(twin, by: message)
            return []
        }
        let lost = try open.compactMap { try ActionTable.find(database, $0.action) }
        try remove(message: remoteID, account: account)
        // A draft that is being written stays.
        return try MessageTable.find(database, message.id) == nil ? lost : []
    }

    /// Whether an id now belongs to another message. The Message-ID and the received date of a message never change (RFC
    /// 8621 §4.1). A server that was restored to an earlier state assigns ids a second time.
    func isAnother(_ remote: RemoteMessage, than old: Message) throws -> Bool {
        guard !old.isDraft, !remote.keywords.contains(.draft), let told = remote.messageIDHeader,
            let known = old.messageIDHeader, told != known, remote.receivedAt != old.receivedAt
        else { return false }
        return try dialect(of: old.account).hasLastingMessages
    }

    /// Refuses the actions on a message whose id now belongs to another, so that they are not applied to that one.
    func lose(_ old: Message, to remote: RemoteMessage) throws {
        for action in try lose(remote.id, account: old.account) where !action.isUnasked && action.command != .trash {
            try keepRefused(action, reason: "its server has given its id to another message", now: Date())
        }
    }

    private func twin(of message: Message) throws -> Message? {
        guard let header = message.messageIDHeader, !message.isDraft else { return nil }
        let places = try BaseTable.find(database, message.id)?.mailboxes ?? message.mailboxes
        return try MessageTable.all(database, account: message.account, messageIDHeader: header).first { other in
            guard other.id != message.id, other.remoteID != nil, other.mailboxes == places else { return false }
            return try ActionTable.edits(database, of: other.id).isEmpty
        }
    }

    /// Merges two rows of one message. Keeps the older one, which the user's actions refer to, with the server's data of the newer.
    private func replace(_ newer: Message, by older: Message) throws {
        try removeRow(newer)
        try touch(older.thread)
        var new = older
        new.remoteID = newer.remoteID
        new.thread = newer.thread
        new.version = newer.version
        new.marks = try settle(MarkedMessage(older), serverSays: newer.marks, confirms: false)
        try touch(new.thread)
        try MessageTable.update(database, new, from: older)
    }

    private func rename(_ message: Message, to remoteID: RemoteID) throws {
        try touch(message.thread)
        var new = message
        new.remoteID = remoteID
        try MessageTable.update(database, new, from: message)
    }
}

extension StoreReader {
    /// Whether something that only this client knows would go with a message: pending actions, or own marks.
    /// - Parameter back: the Message-IDs of messages that may take its place.
    package func isNeeded(_ remoteID: RemoteID, account: AccountID, unlessBack back: Set<String>) throws -> Bool {
        guard let message = try MessageTable.find(database, account: account, remoteID: remoteID), !message.isDraft,
            let header = message.messageIDHeader, !back.contains(header)
        else { return false }
        let dialect = try AccountTable.dialect(database, account)
        return try message.hasOwnMarks(dialect) || !ActionTable.edits(database, of: message.id).isEmpty
    }
}

extension Message {
    fileprivate func hasOwnMarks(_ dialect: Account.Dialect) -> Bool {
        keywords.contains { !dialect.keeps($0) && $0 != .new }
    }
}

extension RemoteMessage {
    /// Whether a message is a copy of another. Its Message-ID is not proof: the sender writes it, and others may use the same.
    fileprivate func isCopy(of message: Message) -> Bool {
        subject == message.subject && from == message.from && to == message.to
    }
}

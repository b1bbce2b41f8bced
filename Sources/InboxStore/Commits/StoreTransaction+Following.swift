import Foundation
import GRDB
package import InboxModel

/// Messages that a server has under another id than before: moved by one that gives new ids, or destroyed and made anew.
/// What hangs on the row goes over, the user's queued actions above all.
extension StoreTransaction {
    /// Of changes that are told together: a message that is new, and has the Message-ID of one that is gone, is that one.
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

    /// A message that its server does not have any more is the one of these that is not here yet and has its Message-ID.
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

    /// Takes out a message that its server no longer has. Where actions wait for it, or it says what only this client knows, and
    /// another of the same Message-ID lies in the same places, they are about that one from now on.
    /// - Returns: the actions that cannot be done any more, whole or in part.
    package func lose(_ remoteID: RemoteID, account: AccountID) throws -> [Action] {
        guard let message = try MessageTable.find(database, account: account, remoteID: remoteID) else { return [] }
        let open = try ActionTable.edits(database, of: message.id)
            .filter { try $0.state != .sent && !hasLanded(message.id, by: $0.action) }
        let dialect = try AccountTable.dialect(database, account)
        let hasOwnMarks = message.keywords.contains { !dialect.keeps($0) && $0 != .new }
        if !open.isEmpty || hasOwnMarks, let twin = try twin(of: message) {
            try replace(twin, by: message)
            return []
        }
        let lost = try open.compactMap { try ActionTable.find(database, $0.action) }
        try remove(message: remoteID, account: account)
        // A draft that is being written stays.
        return try MessageTable.find(database, message.id) == nil ? lost : []
    }

    /// Whether an id names other mail than before: of one mail neither its Message-ID nor when it came ever changes (RFC 8621 §4.1). A
    /// server that was set back to an older day gives ids a second time.
    func isAnother(_ remote: RemoteMessage, than old: Message) throws -> Bool {
        guard !old.isDraft, !remote.keywords.contains(.draft), let told = remote.messageIDHeader,
            let known = old.messageIDHeader, told != known, remote.receivedAt != old.receivedAt
        else { return false }
        return try AccountTable.dialect(database, old.account) == .jmap
    }

    /// What was to be done to a message is not done to other mail that has its id now.
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

    /// Two rows of one message become one: the older, which the user's work hangs on, with what the server says of the newer.
    private func replace(_ newer: Message, by older: Message) throws {
        try removeRow(newer)
        try touch(older.thread)
        var new = older
        new.remoteID = newer.remoteID
        new.thread = newer.thread
        new.version = newer.version
        new.marks = try settle(older, serverSays: newer.marks, confirms: false)
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

extension RemoteMessage {
    /// A Message-ID is what a sender wrote: another mail may have the same, and its words are not those that are kept.
    fileprivate func isCopy(of message: Message) -> Bool {
        subject == message.subject && from == message.from && to == message.to
    }
}

package import Foundation
import GRDB
package import InboxModel

/// What the user does to drafts.
extension StoreTransaction {
    /// Keeps what was written, and queues its way to the server. A save that still waits takes the new text with it.
    /// - Parameters:
    ///   - id: nil for a new draft.
    ///   - seen: the draft as its writer saw it last. What another client saved since stays, and this is a draft of its own, as
    ///     it is when the draft was sent since.
    ///   - writer: who writes, and who had written it last when that one read it. What a third wrote since stays, too. Until they
    ///     have sent it, what was to leave later is held.
    ///   - messageIDHeader: for a draft that has none yet, or asks for that of another message.
    ///   - rest: how long what the server has already may be older than what is kept here.
    /// - Throws: `ActionError.beingSent` while it is on its way.
    package func saveDraft(
        _ id: MessageID?, _ text: DraftText, seen: Message? = nil, writer: DraftWriter? = nil, account: AccountID,
        messageIDHeader: String, rest: TimeInterval = 0, now: Date
    ) throws -> MessageID {
        let old = try id.flatMap { try MessageTable.find(database, $0) }
        if let old, try isElsewhere(old, seen, writer) {
            var text = text
            text.content.messageIDHeader = nil
            return try saveDraft(
                nil, text, writer: writer, account: account, messageIDHeader: messageIDHeader, rest: rest, now: now)
        }
        let order = try old.flatMap { writer == nil ? nil : try orderToHold(of: $0.id, now: now) }
        if let old {
            try cancel(.sendDraft, of: old.id, keepsDoubt: true)
            try keepVersion(of: old, replacedBy: text.content, now: now)
        }
        var new = try old ?? newDraft(text.content, account: account, now: now)
        try touch(new.thread)
        let content = text.content
        new.subject = content.subject
        (new.to, new.cc, new.bcc, new.replyTo) = (content.to, content.cc, content.bcc, content.replyTo)
        if let from = content.from { new.from = [from] }
        new.snippet = text.snippet
        new.messageIDHeader =
            try old?.messageIDHeader ?? untaken(content.messageIDHeader, account: account) ?? messageIDHeader
        new.inReplyToHeader = try answeredHeader(content) ?? new.inReplyToHeader
        new.files = try content.files.map { try own($0, of: old, account: new.account) }
        new.size = (content.body.html ?? content.body.plain ?? "").utf8.count + new.files.reduce(0) { $0 + $1.size }
        if let old {
            if new != old { try MessageTable.update(database, new, from: old) }
        } else {
            try MessageTable.insert(database, new)
        }
        try index(new, old: old, body: content.body, bodyText: text.bodyText)
        try DraftTable.write(
            database, new.id, inReplyTo: content.inReplyTo, forwards: content.forwards,
            references: try references(content, account: new.account), headers: content.headers, seal: content.seal,
            unfinished: content.unfinished)
        try DraftTable.setWriter(database, writer?.name ?? UUID().uuidString, of: new.id)
        try queueSave(new, rest: rest, now: now)
        if let order { try queueAgain(order, new, now: now) }
        if let old { try letGo(old.files) }
        return new.id
    }

    /// Of two messages with one Message-ID each would be taken for the other by who looks whether a lost order arrived, and
    /// one be tidied away.
    private func untaken(_ messageIDHeader: String?, account: AccountID) throws -> String? {
        try messageIDHeader.flatMap { header in
            try MessageTable.find(database, account: account, messageIDHeader: header) == nil ? header : nil
        }
    }

    /// Whether a draft is no longer what its writer had: another client saved or sent it, or another window wrote it.
    package func isElsewhere(_ draft: Message, _ seen: Message?, _ writer: DraftWriter?) throws -> Bool {
        if !draft.isDraft { return true }
        if writer != nil, try isOnItsWay(draft.id) { return true }
        if let seen, try isSavedElsewhere(draft, since: seen) { return true }
        return try isWrittenElsewhere(draft, writer)
    }

    private func isSavedElsewhere(_ draft: Message, since seen: Message) throws -> Bool {
        guard draft.isDraft, seen.id == draft.id, let name = draft.saveName, name != seen.saveName else { return false }
        return try name != DraftTable.ownSave(database, draft.id) && !isBeingWritten(draft)
    }

    /// Another window, or a command, wrote it.
    private func isWrittenElsewhere(_ draft: Message, _ writer: DraftWriter?) throws -> Bool {
        guard let writer, draft.isDraft, let last = try DraftTable.writer(database, draft.id) else { return false }
        return last != writer.name && last != writer.seen
    }

    /// The Message-ID of what a draft answers.
    private func answeredHeader(_ content: DraftContent) throws -> String? {
        try content.inReplyTo.flatMap { try MessageTable.find(database, $0) }?.messageIDHeader
            ?? content.references.last
    }

    /// Of a message of another account servers are told the Message-ID, and nothing else.
    private func references(_ content: DraftContent, account: AccountID) throws -> [String] {
        guard content.references.isEmpty,
            let answered = try content.inReplyTo.flatMap({ try MessageTable.find(database, $0) }),
            answered.account != account
        else { return content.references }
        return [answered.messageIDHeader].compactMap(\.self)
    }

    /// Queues a draft to be sent, its newest text first.
    /// - Parameters:
    ///   - sealed: the bytes that leave in its place, where it is to be signed or encrypted.
    ///   - due: not before this time, for a user who may think better of it.
    package func sendDraft(_ id: MessageID, sealed: [UInt8]? = nil, due: Date?, now: Date) throws -> ActionID {
        guard let draft = try MessageTable.find(database, id), draft.isDraft else { throw ActionError.beingSent }
        guard !(draft.to + draft.cc + draft.bcc).isEmpty else { throw ActionError.noRecipient }
        try cancel(.sendDraft, of: id)
        if let sealed { try DraftTable.setSealed(database, sealed, of: id) }
        if draft.remoteID == nil { try queueSave(draft, now: now) } else { try hurrySave(of: id, now: now) }
        return try queueDraft(.sendDraft, draft, due: due, now: now)
    }

    /// The order to send a draft that waits here, or was stopped.
    func order(of draft: MessageID) throws -> KeptDraft.Order? {
        try ActionTable.actions(database, about: .draft(draft))
            .last { $0.command == .sendDraft && ($0.state == .waiting || $0.state == .stopped) }
            .map {
                KeptDraft.Order(due: $0.due, isStopped: $0.state == .stopped, error: $0.lastError, detail: $0.detail)
            }
    }

    /// The order of what leaves later, held while somebody writes on it: nothing half written leaves, and its time outlasts them.
    private func orderToHold(of draft: MessageID, now: Date) throws -> KeptDraft.Order? {
        guard var order = try order(of: draft), let due = order.due, due > now, order.detail == nil,
            !order.isStopped || order.error == nil
        else { return nil }
        (order.isStopped, order.error) = (true, nil)
        return order
    }

    /// Queues an order again. What should have left meanwhile is held: nobody wanted it to leave while it was not there.
    func queueAgain(_ order: KeptDraft.Order, _ draft: Message, now: Date) throws {
        let id = try queueDraft(.sendDraft, draft, due: order.due, detail: order.detail, now: now)
        if let error = order.error, order.isStopped {
            try stop(id, error: error)
        } else if order.isStopped || order.due.map({ $0 <= now }) ?? true {
            try hold(id)
        }
    }

    /// Deletes a draft here and there. One that the server never heard of is simply gone: `discardDraft` keeps its text.
    package func deleteDraft(_ id: MessageID, now: Date) throws {
        guard let draft = try MessageTable.find(database, id), draft.isDraft else { return }
        for command in [Action.Command.sendDraft, .saveDraft] { try cancel(command, of: id) }
        let open = try ActionTable.actions(database, about: .draft(id)).filter { $0.isUnanswered }
        if draft.remoteID != nil || !open.isEmpty {
            try queueDraft(.deleteDraft, draft, detail: try kept(draft).json(), now: now)
            try touch(draft.thread)
            try touchWords(of: draft.id)
            words.remove(draft.id)
            try MessageTable.delete(database, draft)
            try letGo(draft.files)
            try dropEmptyActions()
        } else {
            try removeRow(draft)
        }
    }

    /// Queues a whole message to be passed on as it is. It is kept here until the server has taken it.
    /// - Parameters:
    ///   - order: to whom, as the sender reads it again.
    ///   - due: not before this time, for a user who may think better of it.
    package func bounce(_ message: RemoteUpload, order: String, account: AccountID, due: Date?, now: Date) throws
        -> ActionID
    {
        let file = try DraftTable.insert(database, message, account: account, now: now)
        let id = try ActionTable.insert(
            database,
            Action(
                id: ActionID(0), account: account, command: .bounce, title: message.fileName, object: .file(file),
                detail: order, createdAt: now, notBefore: due))
        noteActions()
        return id
    }

    private func newDraft(_ content: DraftContent, account: AccountID, now: Date) throws -> Message {
        let answered = try content.inReplyTo.flatMap { try MessageTable.find(database, $0) }
            .flatMap { $0.account == account ? $0 : nil }
        let drafts = try MailboxTable.id(database, account: account, role: .drafts)
        var draft = Message(
            id: try newDraftID(now), account: account, remoteID: nil,
            thread: answered?.thread ?? ThreadID(0), subject: "",
            receivedAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)),
            keywords: [.draft, .seen], mailboxes: drafts.map { [$0] } ?? [])
        if answered == nil { draft.thread = try ownThread(for: draft) }
        return draft
    }

    /// A thread that the server does not know yet.
    func ownThread(for draft: Message) throws -> ThreadID {
        guard let row = MailThread(id: ThreadID(0), account: draft.account, remoteID: nil, of: [draft]) else {
            throw StoreError.notFound
        }
        return try ThreadTable.insert(database, row, lists: [])
    }
}

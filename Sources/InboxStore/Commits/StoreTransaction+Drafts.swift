package import Foundation
import GRDB
package import InboxModel

/// What the user does to drafts.
extension StoreTransaction {
    /// Saves a draft and queues the save for the server. A save that still waits sends the new text.
    /// - Parameters:
    ///   - id: nil for a new draft.
    ///   - seen: the draft as its writer last saw it. If another client has saved or sent it since, that stays, and this
    ///     text becomes a draft of its own.
    ///   - writer: who writes, and who had written the draft last when this writer read it. If a third has written since,
    ///     that stays too. A scheduled order is held until this writer sends the draft.
    ///   - messageIDHeader: for a draft that has none yet, or that requests one that another message has.
    ///   - rest: how long a save may be delayed when the server already has the draft.
    /// - Throws: `ActionError.beingSent` while the draft is being sent.
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

    /// Returns a Message-ID unless another message has it. If two messages had the same Message-ID, the check whether a
    /// lost order arrived would confuse them, and one would be deleted.
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

    /// Whether another window, or a command, wrote the draft.
    private func isWrittenElsewhere(_ draft: Message, _ writer: DraftWriter?) throws -> Bool {
        guard let writer, draft.isDraft, let last = try DraftTable.writer(database, draft.id) else { return false }
        return last != writer.name && last != writer.seen
    }

    /// The Message-ID of the message that a draft answers.
    private func answeredHeader(_ content: DraftContent) throws -> String? {
        try content.inReplyTo.flatMap { try MessageTable.find(database, $0) }?.messageIDHeader
            ?? content.references.last
    }

    /// The references of a draft. Servers learn only the Message-ID of a message in another account.
    private func references(_ content: DraftContent, account: AccountID) throws -> [String] {
        guard content.references.isEmpty,
            let answered = try content.inReplyTo.flatMap({ try MessageTable.find(database, $0) }),
            answered.account != account
        else { return content.references }
        return [answered.messageIDHeader].compactMap(\.self)
    }

    /// Queues a draft to be sent, after its newest text.
    /// - Parameters:
    ///   - sealed: what to send in its place, if it is signed or encrypted.
    ///   - due: the earliest time to send it, so that the user can reconsider.
    /// - Throws: `ActionError.changedWhileSealed` if the draft has another text than was sealed, or is gone.
    package func sendDraft(_ id: MessageID, sealed: SealedDraft? = nil, due: Date?, now: Date) throws -> ActionID {
        let found = try MessageTable.find(database, id)
        guard let draft = found, draft.isDraft else {
            throw found == nil && sealed != nil ? ActionError.changedWhileSealed : .beingSent
        }
        guard !(draft.to + draft.cc + draft.bcc).isEmpty else { throw ActionError.noRecipient }
        if let sealed, try isChanged(draft, since: sealed.mark) { throw ActionError.changedWhileSealed }
        try cancel(.sendDraft, of: id)
        if let sealed { try DraftTable.setSealed(database, sealed.bytes, of: id) }
        if try draft.remoteID == nil || DraftTable.isOnlyHere(database, id) {
            try queueSave(draft, now: now)
        } else {
            try hurrySave(of: id, now: now)
        }
        return try queueDraft(.sendDraft, draft, due: due, now: now)
    }

    private func isChanged(_ draft: Message, since mark: DraftMark) throws -> Bool {
        try mark.text != DraftTable.mark(database, draft.id) || isSavedElsewhere(draft, since: mark.seen)
    }

    /// The order to send a draft, while it waits here or is stopped.
    func order(of draft: MessageID) throws -> KeptDraft.Order? {
        try ActionTable.actions(database, about: .draft(draft))
            .last { $0.command == .sendDraft && $0.state.isAtRest }
            .map {
                KeptDraft.Order(due: $0.due, isStopped: $0.state == .stopped, error: $0.lastError, detail: $0.detail)
            }
    }

    /// The order to send a draft later, held while somebody edits it. Nothing unfinished is sent, even if editing outlasts its time.
    private func orderToHold(of draft: MessageID, now: Date) throws -> KeptDraft.Order? {
        guard var order = try order(of: draft), let due = order.due, due > now, order.detail == nil,
            !order.isStopped || order.error == nil
        else { return nil }
        (order.isStopped, order.error) = (true, nil)
        return order
    }

    /// Queues an order again. Holds it if it became due meanwhile: nobody wanted the draft to be sent while it did not exist.
    func queueAgain(_ order: KeptDraft.Order, _ draft: Message, now: Date) throws {
        let id = try queueDraft(.sendDraft, draft, due: order.due, detail: order.detail, now: now)
        if let error = order.error, order.isStopped {
            try stop(id, error: error)
        } else if order.isStopped || order.due.map({ $0 <= now }) ?? true {
            try hold(id)
        }
    }

    /// Deletes a draft here and on the server. A draft that the server never had is only removed here. `discardDraft` keeps its text.
    package func deleteDraft(_ id: MessageID, now: Date) throws {
        guard let draft = try MessageTable.find(database, id), draft.isDraft else { return }
        for command in [Action.Command.sendDraft, .saveDraft] { try cancel(command, of: id) }
        let open = try ActionTable.actions(database, about: .draft(id)).filter { $0.isUnanswered }
        if draft.remoteID != nil || !open.isEmpty {
            try queueDraft(.deleteDraft, draft, detail: try kept(draft).jsonText(), now: now)
            try touch(draft.thread)
            try touchWords(of: draft.id)
            words.remove(draft.id)
            let actions = try ActionTable.ids(database, on: draft.id)
            try MessageTable.delete(database, draft)
            try letGo(draft.files)
            try dropEmptyActions(among: actions)
        } else {
            try removeRow(draft)
        }
    }

    /// Queues a whole message to be bounced as it is. It is stored here until the server has accepted it.
    /// - Parameters:
    ///   - order: the recipients, in the form that the sender reads.
    ///   - due: the earliest time to send it, so that the user can reconsider.
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

    /// Creates a thread that the server does not know yet.
    func ownThread(for draft: Message) throws -> ThreadID {
        guard let row = MailThread(id: ThreadID(0), account: draft.account, remoteID: nil, of: [draft]) else {
            throw StoreError.notFound
        }
        return try ThreadTable.insert(database, row, lists: [])
    }
}

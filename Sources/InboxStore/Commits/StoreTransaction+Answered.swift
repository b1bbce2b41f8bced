import Foundation
import GRDB
import InboxModel

/// What becomes of a message when an answer to it, or what passes it on, was sent. No undo step stands for it: what is taken
/// back is what the user did, and mail that is gone can't be.
extension StoreTransaction {
    /// Marks a message as answered or passed on (RFC 8621 §4.1.1), for the other clients of its owner too. Where they may not
    /// mark, nothing is asked; and where it is refused, nobody hears of it, for nobody ordered it.
    func mark(_ message: Message, _ keyword: Keyword, now: Date) throws {
        guard let marks = try MarksTable.find(database, [message.id]).first,
            !marks.marks.keywords.contains(keyword), !marks.marks.keywords.contains(.draft)
        else { return }
        let places = try MailboxTable.all(database).filter { marks.marks.mailboxes.contains($0.id) }
        guard places.allSatisfy({ $0.rights.contains(.setKeywords) }) else { return }
        let edit = Action.Edit(message: message.id, patch: MessagePatch(addKeywords: [keyword]))
        try enqueue(
            Action(
                id: ActionID(0), account: message.account, command: .mark, title: message.subject, edits: [edit],
                detail: Action.ofSending, createdAt: now))
    }

    /// A thread is answered: it is put aside for that no longer.
    func noteReply(to thread: ThreadID, now: Date) throws {
        let marked = try MarksTable.find(database, of: [thread]).filter { $0.marks.keywords.contains(.replyLater) }
        guard let account = marked.first?.account else { return }
        let edits = marked.map { Action.Edit(message: $0.message, patch: MessagePatch(removeKeywords: [.replyLater])) }
        let subject = try ThreadTable.find(database, thread)?.subject ?? ""
        try enqueue(
            Action(id: ActionID(0), account: account, command: .replied, title: subject, edits: edits, createdAt: now))
    }
}

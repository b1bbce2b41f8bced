import Foundation
import GRDB
import InboxModel

/// What becomes of a message when a reply to it, or a forward of it, was sent. No undo step records this: undo reverts
/// what the user did, and sent mail can't be taken back.
extension StoreTransaction {
    /// Marks a message as answered or forwarded (RFC 8621 §4.1.1), for its owner's other clients too. Does nothing where
    /// a mailbox does not allow it. A refusal is not reported, because the user did not ask for the mark.
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

    /// Removes the reply-later mark of a thread that was answered.
    func noteReply(to thread: ThreadID, now: Date) throws {
        let marked = try MarksTable.find(database, of: [thread]).filter { $0.marks.keywords.contains(.replyLater) }
        guard let account = marked.first?.account else { return }
        let edits = marked.map { Action.Edit(message: $0.message, patch: MessagePatch(removeKeywords: [.replyLater])) }
        let subject = try ThreadTable.find(database, thread)?.subject ?? ""
        try enqueue(
            Action(id: ActionID(0), account: account, command: .replied, title: subject, edits: edits, createdAt: now))
    }
}

import Foundation
import GRDB
import InboxModel

extension StoreTransaction {
    /// A thread is answered: it is put aside for that no longer. No undo step stands for it: what is taken back is what the
    /// user did, and the answer can't be.
    func noteReply(to thread: ThreadID, now: Date) throws {
        let marked = try MarksTable.find(database, of: [thread]).filter { $0.marks.keywords.contains(.replyLater) }
        guard let account = marked.first?.account else { return }
        let edits = marked.map { Action.Edit(message: $0.message, patch: MessagePatch(removeKeywords: [.replyLater])) }
        let subject = try ThreadTable.find(database, thread)?.subject ?? ""
        try enqueue(
            Action(id: ActionID(0), account: account, command: .replied, title: subject, edits: edits, createdAt: now))
    }
}

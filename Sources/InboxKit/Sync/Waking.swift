import Foundation
import InboxModel
import InboxStore

/// Brings snoozed threads of an account back. No undo step stands for it: what is taken back is what the user did.
struct Waking {
    let account: Account
    let transaction: StoreTransaction

    /// Those whose time has come.
    /// - Returns: when the next one comes back; nil when none is snoozed.
    func wakeDue(now: Date) throws -> Date? {
        for thread in try transaction.reader.snoozed(account: account.id, dueBy: now) { try wake(thread, now: now) }
        return try transaction.reader.nextWaking(account: account.id)
    }

    /// Those in which one of these messages, which are new, came to the inbox.
    func hear(_ arrived: [RemoteID], now: Date) throws {
        guard try transaction.reader.nextWaking(account: account.id) != nil else { return }
        let reader = transaction.reader
        let inbox = Set(try reader.mailboxes().filter { $0.account == account.id && $0.role == .inbox }.map(\.id))
        for id in arrived {
            guard let message = try reader.message(id, account: account.id), !message.isDraft,
                !message.mailboxes.isDisjoint(with: inbox),
                try reader.thread(message.thread)?.snoozedUntil != nil
            else { continue }
            try wake(message.thread, now: now, isDue: false)
        }
    }

    /// - Parameter isDue: whether its time has come: then it is unread again.
    private func wake(_ thread: ThreadID, now: Date, isDue: Bool = true) throws {
        let reader = transaction.reader
        let planner = ActionPlanner(account: account, mailboxes: try reader.mailboxes())
        let messages = try transaction.marks(of: [thread])
        var edits: [Action.Edit]
        do throws(ActionError) {
            edits = try planner.edits(.wake, target: nil, date: isDue ? now : nil, messages: messages)
        } catch {
            // It may not be moved, or is on its way to another account. Where it is, it is awake.
            edits = planner.endingSnooze([], messages)
        }
        edits.removeAll { $0.patch.isEmpty }
        let title = try reader.thread(thread)?.subject ?? ""
        try transaction.enqueue(
            Action(
                id: ActionID(0), account: account.id, command: .wake, title: title, edits: edits, createdAt: now))
    }
}

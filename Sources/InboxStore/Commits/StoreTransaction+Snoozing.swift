package import Foundation
import GRDB
package import InboxModel

/// Threads that are snoozed until a time.
extension StoreTransaction {
    /// Whether marks say that a message is snoozed while its mailboxes say that it is not: another client has moved it,
    /// or the server did not let it move. The client does not overrule that. No draft is snoozed: what was sent and
    /// recalled does not return to the inbox.
    func isAwake(_ marks: MessageMarks) throws -> Bool {
        guard marks.isSnoozed else { return false }
        if marks.keywords.contains(.draft) { return true }
        return try MailboxTable.all(database).contains { mailbox in
            guard let role = mailbox.role, marks.mailboxes.contains(mailbox.id) else { return false }
            return role == .inbox || role == .trash || role == .junk
        }
    }

    /// The marks without a snooze that their mailboxes contradict.
    func awakened(_ marks: MessageMarks) throws -> MessageMarks { try isAwake(marks) ? marks.awake : marks }
}

extension StoreTransaction {
    /// Derives a thread's row from its messages again.
    package func derive(_ thread: ThreadID) throws { try touch(thread) }

    /// Snoozes messages again that an action could not bring back. Otherwise they would stay where nobody looks for them.
    package func putToSleep(_ messages: [MessageID], of action: Action, until date: Date) throws {
        let edits = try marks(ofMessages: messages).compactMap { message -> Action.Edit? in
            var patch = MessagePatch(addKeywords: [.snoozed, .snoozed(until: date)])
            patch.removeKeywords = message.marks.keywords.filter {
                $0 == .woken || $0.wokenAt != nil || $0.snoozedUntil != nil
            }
            guard try !isAwake(message.marks.applying(patch)) else { return nil }
            return Action.Edit(message: message.id, patch: patch)
        }
        try enqueue(
            Action(
                id: ActionID(0), account: action.account, command: .snooze, title: action.title, edits: edits,
                createdAt: action.createdAt))
    }
}

extension StoreReader {
    /// The snoozed threads of an account that are due, earliest first.
    package func snoozed(account: AccountID, dueBy now: Date, limit: Int) throws -> [ThreadID] {
        try Int64.fetchAll(
            database,
            sql: "SELECT id FROM thread WHERE account = ? AND snoozedUntil <= ? ORDER BY snoozedUntil, id LIMIT ?",
            arguments: [account.rawValue, RowCoding.seconds(now), limit]
        ).map { ThreadID($0) }
    }

    /// The received date of the newest mail of all accounts, by its server's clock. Drafts, which have local dates, do not count.
    package func newestMail() throws -> Date? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT receivedAt FROM message WHERE instr(keywords, ' $draft ') = 0 \
                ORDER BY receivedAt DESC, id DESC LIMIT 1
                """)
        return try Int64.fetchOne(statement).map(RowCoding.date)
    }

    /// When the first snoozed thread of an account is due; nil when none is snoozed.
    package func nextWaking(account: AccountID) throws -> Date? {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT min(snoozedUntil) FROM thread WHERE account = ? AND snoozedUntil IS NOT NULL
                """, arguments: [account.rawValue]
        ).map(RowCoding.date)
    }
}

extension Commit {
    /// Whether a thread may have been snoozed, or be so no longer.
    package var changesSnoozes: Bool {
        guard case .changes(let threads) = threads else { return true }
        return threads.values.contains { $0.before?.thread.snoozedUntil != $0.after?.thread.snoozedUntil }
    }
}

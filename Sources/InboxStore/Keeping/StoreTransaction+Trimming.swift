package import Foundation
import GRDB
package import InboxModel

/// A thread that a retention removes.
package struct TrimmableThread: Hashable, Sendable {
    package var id: ThreadID
    /// In seconds; with the id, its place in the order.
    var lastDate: Int64
}

/// Old mail that only takes up space.
extension StoreReader {
    /// The threads that a retention removes, oldest first.
    /// - Parameter last: only threads after this one.
    package func trimmable(
        _ retention: Retention, account: AccountID, now: Date, after last: TrimmableThread? = nil, limit: Int = -1
    ) throws -> [TrimmableThread] {
        guard let bounds = try bounds(retention, now) else { return [] }
        return try Row.fetchAll(
            database, sql: Self.trimmableInOrder,
            arguments: [
                account.rawValue, last?.lastDate ?? .min, last?.id.rawValue ?? .min, bounds.last, bounds.opened,
                try wanted(), limit,
            ]
        ).map { TrimmableThread(id: ThreadID($0[0]), lastDate: $0[1]) }
    }

    /// The number of threads and messages that would be removed.
    package func countTrimmable(_ retention: Retention, account: AccountID, now: Date) throws -> TrimReport {
        let threads = try trimmable(retention, account: account, now: now).map(\.id)
        let messages = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM message WHERE thread IN (SELECT value FROM json_each(?))",
            arguments: [IDList(threads)])
        return TrimReport(threads: threads.count, messages: messages ?? 0)
    }

    /// Those of some threads that may still be removed: others may have written since they were read.
    fileprivate func trimmable(
        among threads: [TrimmableThread], _ retention: Retention, account: AccountID, now: Date
    ) throws -> [TrimmableThread] {
        guard let bounds = try bounds(retention, now) else { return [] }
        return try Row.fetchAll(
            database, sql: Self.stillTrimmable,
            arguments: [
                IDList(threads.map(\.id)), account.rawValue, bounds.last, bounds.opened, try wanted(),
            ]
        ).map { TrimmableThread(id: ThreadID($0[0]), lastDate: $0[1]) }
    }

    private static let day: Int64 = 86_400

    /// In seconds: older threads are removed, unless they were opened since.
    private func bounds(_ retention: Retention, _ now: Date) throws -> (last: Int64, opened: Int64)? {
        guard let days = retention.days else { return nil }
        let today = RowCoding.seconds(try today(now, days))
        return (today - Int64(days) * Self.day, today - Int64(Retention.openedDays) * Self.day)
    }

    /// A clock that runs ahead would make all mail old. That is likelier than no mail for weeks, or for half of the days that are kept.
    private func today(_ now: Date, _ days: Int) throws -> Date {
        let quiet = TimeInterval(min(14 * Self.day, Int64(days) * Self.day / 2))
        return try newestMail().map { min(now, $0.addingTimeInterval(quiet)) } ?? now
    }

    /// The messages that undo or redo needs, or the retry of what a server refused. Steps beyond the limit are forgotten, as are old
    /// refusals, and then their mail can be removed.
    private func wanted() throws -> IDList<Message> {
        let edits = try String.fetchAll(
            database, sql: "SELECT edits FROM undoStep UNION ALL SELECT edits FROM refusal")
        return IDList(edits.flatMap(RowCoding.edits).map(\.message))
    }

    static let trimmableInOrder = """
        SELECT thread.id, place.lastDate FROM threadList \
        JOIN threadListRow AS place ON place.list = threadList.id JOIN thread ON thread.id = place.thread \
        WHERE threadList.fact = 'account' AND threadList.value = CAST(? AS TEXT) AND threadList.marks = 0 \
        AND (place.lastDate, place.thread) > (?, ?) AND place.lastDate < ? AND \(mayGo) \
        ORDER BY place.lastDate, place.thread LIMIT ?
        """

    static let stillTrimmable = """
        SELECT thread.id, thread.lastDate FROM json_each(?) AS page CROSS JOIN thread ON thread.id = page.value \
        WHERE thread.account = ? AND thread.lastDate < ? AND \(mayGo)
        """

    /// A thread is in the inbox if it is in its list: a message's mailboxes have no index by message.
    private static let mayGo = """
        thread.starredCount = 0 AND thread.draftCount = 0 AND thread.snoozedUntil IS NULL AND thread.awaitsReply = 0 \
        AND thread.remoteID IS NOT NULL \
        AND NOT EXISTS (SELECT 1 FROM mailbox \
            JOIN threadList AS list ON list.fact = 'mailbox' AND list.value = CAST(mailbox.id AS TEXT) AND list.marks = 0 \
            JOIN threadListRow AS row ON row.list = list.id AND row.lastDate = thread.lastDate AND row.thread = thread.id \
            WHERE mailbox.account = thread.account AND mailbox.role = 'inbox') \
        AND NOT EXISTS (SELECT 1 FROM message WHERE message.thread = thread.id AND ( \
            message.keywords LIKE '% $muted %' \
            OR message.id IN (SELECT inReplyTo FROM draft WHERE inReplyTo IS NOT NULL) \
            OR message.id IN (SELECT forwards FROM draft WHERE forwards IS NOT NULL) \
            OR EXISTS (SELECT 1 FROM action WHERE action.draft = message.id) \
            OR EXISTS (SELECT 1 FROM body WHERE body.message = message.id AND body.usedAt >= ?) \
            OR message.id IN (SELECT value FROM json_each(?) AS wanted) \
            OR EXISTS (SELECT 1 FROM base WHERE base.message = message.id) \
            OR EXISTS (SELECT 1 FROM actionEdit WHERE actionEdit.message = message.id)))
        """
}

extension StoreTransaction {
    /// Removes those of some threads that may still be removed, and records that the server has more than the store.
    package func trim(_ threads: [TrimmableThread], _ retention: Retention, account: AccountID, now: Date) throws
        -> TrimReport
    {
        let going = try reader.trimmable(among: threads, retention, account: account, now: now)
        guard let newest = going.map(\.lastDate).max().map(RowCoding.date) else { return TrimReport() }
        let known = try reader.letGo(account: account)?.until
        try setLetGo(LetGo(until: max(newest, known ?? newest)), account: account)
        try forgetMailboxWalks(account: account, inbox: false)
        var report = TrimReport()
        for thread in going {
            report.threads += 1
            for message in try MessageTable.messages(database, of: thread.id) {
                report.messages += 1
                try removeRow(message)
                try forgetFetched(of: message)
            }
        }
        return report
    }
}

package import Foundation
import GRDB
package import InboxModel

/// Lets old mail go that only takes room.
extension StoreTransaction {
    /// The threads that a retention lets go, oldest first.
    package func trimmable(
        _ retention: Retention, account: AccountID, now: Date, limit: Int = -1
    ) throws -> [ThreadID] {
        guard let days = retention.days else { return [] }
        let now = try today(now)
        return try Int64.fetchAll(
            database, sql: Self.trimmable,
            arguments: [
                account.rawValue, RowCoding.seconds(now) - Int64(days) * Self.day,
                RowCoding.seconds(now) - Int64(retention.openedDays) * Self.day, limit,
            ]
        ).map { ThreadID($0) }
    }

    private static let day: Int64 = 86_400

    /// A clock that is ahead would make all mail old. No mail for weeks is rarer than that.
    private func today(_ now: Date) throws -> Date {
        try reader.newestMail().map { min(now, $0.addingTimeInterval(TimeInterval(14 * Self.day))) } ?? now
    }

    private static let trimmable = """
        SELECT thread.id FROM threadList \
        JOIN threadListRow AS place ON place.list = threadList.id JOIN thread ON thread.id = place.thread \
        WHERE threadList.fact = 'account' AND threadList.value = CAST(? AS TEXT) AND threadList.marks = 0 \
        AND place.lastDate < ? AND thread.starredCount = 0 AND thread.draftCount = 0 AND thread.snoozedUntil IS NULL AND thread.awaitsReply = 0 \
        AND thread.remoteID IS NOT NULL \
        AND NOT EXISTS (SELECT 1 FROM message WHERE message.thread = thread.id AND ( \
            message.keywords LIKE '% $muted %' OR \
            EXISTS (SELECT 1 FROM body WHERE body.message = message.id AND body.usedAt >= ?) \
            OR EXISTS (SELECT 1 FROM base WHERE base.message = message.id) \
            OR EXISTS (SELECT 1 FROM actionEdit WHERE actionEdit.message = message.id) \
            OR EXISTS (SELECT 1 FROM draft WHERE draft.inReplyTo = message.id) \
            OR EXISTS (SELECT 1 FROM messageMailbox JOIN mailbox ON mailbox.id = messageMailbox.mailbox \
                WHERE messageMailbox.message = message.id AND mailbox.role = 'inbox'))) \
        ORDER BY place.lastDate, thread.id LIMIT ?
        """

    /// How many threads and messages would go.
    package func countTrimmable(_ retention: Retention, account: AccountID, now: Date) throws -> TrimReport {
        let threads = try trimmable(retention, account: account, now: now)
        let messages = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM message WHERE thread IN (SELECT value FROM json_each(?))",
            arguments: [IDList(threads)])
        return TrimReport(threads: threads.count, messages: messages ?? 0)
    }

    /// Takes some of them out.
    package func trim(
        _ retention: Retention, account: AccountID, now: Date, limit: Int
    ) throws -> TrimReport {
        var report = TrimReport()
        for thread in try trimmable(retention, account: account, now: now, limit: limit) {
            report.threads += 1
            for message in try MessageTable.messages(database, of: thread) {
                report.messages += 1
                try removeRow(message)
                try forgetFetched(of: message)
            }
        }
        return report
    }
}

import Foundation
import GRDB
import InboxModel

/// Orders to send that their server can hold until their time.
extension ActionTable {
    /// What was sealed waits here: a server that holds mail would have to be given it as a draft first.
    private static let isHoldable = """
        account = ? AND command = 'sendDraft' AND state = 'waiting' AND dueAt BETWEEN ? AND ? AND \(isFirst) \
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.message = action.draft AND draft.seal IS NOT NULL)
        """

    /// A draft that is to be sent within a span of time to come, and that its server may be given now.
    static func nextToHold(_ database: Database, account: AccountID, due: ClosedRange<Date>, now: Date) throws
        -> Action?
    {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM action WHERE \(isHoldable) AND coalesce(notBefore, 0) <= ? ORDER BY dueAt, id LIMIT 1
                """)
        return try Row.fetchOne(
            statement,
            arguments: [
                account.rawValue, RowCoding.seconds(due.lowerBound), RowCoding.seconds(due.upperBound),
                RowCoding.seconds(now),
            ]
        ).map(action)
    }

    /// When the next of them may be given to its server.
    static func nextHoldDate(_ database: Database, account: AccountID, due: ClosedRange<Date>) throws -> Date? {
        let statement = try database.cachedStatement(
            sql: "SELECT min(coalesce(notBefore, 0)) FROM action WHERE \(isHoldable)")
        return try Int64.fetchOne(
            statement,
            arguments: [
                account.rawValue, RowCoding.seconds(due.lowerBound), RowCoding.seconds(due.upperBound),
            ]
        ).map(RowCoding.date)
    }
}

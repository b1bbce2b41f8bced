import Foundation
import GRDB
import InboxModel

/// Send actions that a server can hold until they are due.
extension ActionTable {
    /// Sealed drafts wait here: a server that holds mail would first have to be given the draft.
    private static let isHoldable = """
        account = ? AND command = 'sendDraft' AND state = 'waiting' AND dueAt BETWEEN ? AND ? AND \(isFirst) \
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.message = action.draft AND draft.seal IS NOT NULL)
        """

    /// Returns a send action that is due within a range and that its server may be given now.
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

    /// Returns when the next such action may be given to its server.
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

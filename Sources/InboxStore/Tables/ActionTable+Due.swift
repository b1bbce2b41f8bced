import Foundation
import GRDB
import InboxModel

/// What the sender takes from the queue next.
extension ActionTable {
    /// Returns the oldest action of an account that is due and waits for no other, with its unanswered edits. Actions
    /// that failed before come last, so that an action that always fails blocks no other. Transfers and copies to other
    /// accounts, which may take hours, come after everything else.
    /// - Parameter wakes: whether to include actions that bring snoozed mail back.
    /// - Returns: an `unreadable` action where its edits cannot be read; the caller must put it aside.
    static func nextDue(_ database: Database, account: AccountID, now: Date, wakes: Bool) throws -> Action? {
        for sql in [next, nextTransfer] {
            let statement = try database.cachedStatement(sql: sql)
            let row = try Row.fetchOne(statement, arguments: [account.rawValue, RowCoding.seconds(now), wakes])
            guard var next = row.map(action) else { continue }
            if let edits = try openEdits(database, in: next.id) { next.edits = edits } else { next.state = .unreadable }
            return next
        }
        return nil
    }

    static let next = next(where: "command NOT IN ('transfer', 'copy')")
    static let nextTransfer = next(where: "command IN ('transfer', 'copy')")

    private static func next(where condition: String) -> String {
        """
        SELECT \(columns) FROM action WHERE account = ?1 AND \(isOpen) AND \(start) <= ?2 AND \(condition) \
        AND (?3 OR command <> 'wake') AND \(isFirst) \
        ORDER BY attempts, id LIMIT 1
        """
    }

    /// The SQL condition that an action waits for no other: neither for an older action on its messages nor for one that
    /// it needs. A copy delays only actions that take its message to another account.
    static let isFirst = """
        NOT EXISTS (SELECT 1 FROM actionEdit own JOIN actionEdit other ON other.message = own.message \
        JOIN action older ON older.id = other.action WHERE own.action = action.id AND older.id < action.id \
        AND older.\(isUnanswered) AND other.isAnswered = 0 AND (older.command <> 'copy' OR action.command IN ('transfer', 'copy'))) \
        AND NOT EXISTS (SELECT 1 FROM actionNeed JOIN action needed ON needed.id = actionNeed.need \
        WHERE actionNeed.action = action.id AND needed.\(isUnanswered))
        """

    /// Returns the earliest time at which an action that waits for no other can be sent.
    static func nextDueDate(_ database: Database, account: AccountID, wakes: Bool) throws -> Date? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT min(\(start)) FROM action WHERE account = ?1 AND \(isOpen) \
                AND (?2 OR command <> 'wake') AND \(isFirst)
                """)
        return try Int64.fetchOne(statement, arguments: [account.rawValue, wakes]).map(RowCoding.date)
    }

    /// Returns the younger actions on marks that are due and can be requested together with one that is due: they wait for no other
    /// either, so no two of them are about the same message. Those that failed more or less often than it are left alone.
    /// - Parameter most: how many messages they may be about together.
    /// - Returns: none from the first one on whose edits cannot be read.
    static func dueMarks(_ database: Database, besides first: Action, now: Date, most: Int) throws -> [Action] {
        let statement = try database.cachedStatement(sql: marksBesides)
        let rows = try Row.fetchCursor(
            statement,
            arguments: [first.account.rawValue, RowCoding.seconds(now), first.attempts, first.id.rawValue])
        var found: [Action] = []
        var room = most
        while let row = try rows.next() {
            var action = action(row)
            guard let edits = try openEdits(database, in: action.id), edits.count <= room else { break }
            action.edits = edits
            room -= edits.count
            found.append(action)
        }
        return found
    }

    static let marksBesides = """
        SELECT \(columns) FROM action WHERE account = ?1 AND \(isOpen) AND state = 'waiting' AND \(start) <= ?2 \
        AND attempts = ?3 AND id > ?4 AND draft IS NULL AND mailbox IS NULL AND file IS NULL \
        AND command NOT IN ('transfer', 'copy') AND \(isFirst) ORDER BY id
        """
}

import Foundation
import GRDB
import InboxModel

/// Reading the queue.
enum ActionTable {
    /// One message's part of an action, with the action's state.
    struct Edit {
        var action: ActionID
        var state: Action.State
        /// Sent at least once without an answer: the server may have it.
        var isTried: Bool
        var patch: MessagePatch
    }

    /// The pending edits of one message, in the order in which the user made them.
    static func edits(_ database: Database, of message: MessageID) throws -> [Edit] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT action.id, action.state, actionEdit.patch, action.attempts > 0 FROM actionEdit \
                JOIN action ON action.id = actionEdit.action WHERE actionEdit.message = ? ORDER BY action.id
                """)
        return try Row.fetchAll(statement, arguments: [message.rawValue]).map { row in
            let state: String = row[1]
            return Edit(
                action: ActionID(row[0]), state: Action.State(rawValue: state) ?? .waiting, isTried: row[3],
                patch: RowCoding.patch(row[2]))
        }
    }

    static func edits(_ database: Database, in action: ActionID) throws -> [Action.Edit] {
        let statement = try database.cachedStatement(
            sql: "SELECT message, patch FROM actionEdit WHERE action = ? ORDER BY message")
        return try Row.fetchAll(statement, arguments: [action.rawValue]).map { row in
            Action.Edit(message: MessageID(row[0]), patch: RowCoding.patch(row[1]))
        }
    }

    /// Every edit of every action.
    static func allEdits(_ database: Database) throws -> [(action: ActionID, edit: Action.Edit)] {
        try Row.fetchAll(database, sql: "SELECT action, message, patch FROM actionEdit ORDER BY action, message").map {
            row in
            (ActionID(row[0]), Action.Edit(message: MessageID(row[1]), patch: RowCoding.patch(row[2])))
        }
    }

    static func state(_ database: Database, _ id: ActionID) throws -> Action.State? {
        let statement = try database.cachedStatement(sql: "SELECT state FROM action WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue]).flatMap { Action.State(rawValue: $0) }
    }

    private static let columns = "id, account, command, title, state, createdAt, attempts, notBefore, lastError"

    static func all(_ database: Database) throws -> [Action] {
        try Row.fetchAll(database, sql: "SELECT \(columns) FROM action ORDER BY id").map { try action(database, $0) }
    }

    /// The oldest action of an account that may be sent at a time and touches no message for which an older one waits.
    /// Those that failed before come last, so that one which always fails stops no other.
    static func nextDue(_ database: Database, account: AccountID, now: Date) throws -> Action? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT \(columns) FROM action WHERE account = ? AND state = 'waiting' \
                AND (notBefore IS NULL OR notBefore <= ?) AND \(isFirst) ORDER BY attempts, id LIMIT 1
                """, arguments: [account.rawValue, RowCoding.seconds(now)]
        ).map { try action(database, $0) }
    }

    /// No older action on one of its messages is still to be answered.
    private static let isFirst = """
        NOT EXISTS (SELECT 1 FROM actionEdit own JOIN actionEdit other ON other.message = own.message \
        JOIN action older ON older.id = other.action WHERE own.action = action.id AND older.id < action.id \
        AND older.state IN ('waiting', 'sending'))
        """

    /// When the next action may be sent that waits for nothing but its time.
    static func nextDueDate(_ database: Database, account: AccountID) throws -> Date? {
        try Int64.fetchOne(
            database,
            sql:
                "SELECT min(coalesce(notBefore, 0)) FROM action WHERE account = ? AND state = 'waiting' AND \(isFirst)",
            arguments: [account.rawValue]
        ).map(RowCoding.date)
    }

    private static func action(_ database: Database, _ row: Row) throws -> Action {
        let id = ActionID(row[0])
        let command: String = row[2]
        let state: String = row[4]
        let notBefore: Int64? = row[7]
        return Action(
            id: id, account: AccountID(row[1]), command: Action.Command(rawValue: command) ?? .move, title: row[3],
            edits: try edits(database, in: id), state: Action.State(rawValue: state) ?? .waiting,
            createdAt: RowCoding.date(row[5]), attempts: row[6], notBefore: notBefore.map(RowCoding.date),
            lastError: row[8])
    }
}

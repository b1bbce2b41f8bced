import Foundation
import GRDB
import InboxModel

/// The queue: one row an action.
enum ActionTable {
    /// Whether an action still has to be answered, in SQL about a column `state`.
    static let isUnanswered = "state NOT IN ('sent', 'refused')"

    /// Those that the sender has something to ask about, when their time has come.
    private static let isOpen = "state IN ('waiting', 'unknown', 'held', 'recalling') AND command IN (\(commands))"

    /// Of an account, at most so many seconds after it was asked for, and after a time.
    static let isLate = """
        account = ? AND command IN ('sendDraft', 'bounce') AND state = 'waiting' AND dueAt - createdAt BETWEEN 0 AND ? \
        AND dueAt > ?
        """
    /// 0 for at once. What became of an order, and whether it can be taken back, is asked before it is due.
    private static let start = """
        max(coalesce(notBefore, 0), iif(state IN ('unknown', 'recalling'), 0, coalesce(dueAt, 0)))
        """

    static let columns = """
        id, account, command, title, state, createdAt, attempts, nullif(\(start), 0), lastError, draft, mailbox, file, \
        detail, dueAt
        """

    static func all(_ database: Database) throws -> [Action] {
        try list(database).map { action in
            var action = action
            action.edits = try edits(database, in: action.id)
            return action
        }
    }

    /// The queue without what each does to which message, however many those are.
    static func list(_ database: Database) throws -> [Action] {
        let needs = try needs(database)
        return try Row.fetchAll(database.cachedStatement(sql: "SELECT \(columns) FROM action ORDER BY id")).map { row in
            var action = Self.action(row)
            action.waitsFor = needs[action.id] ?? []
            action.listedTag = try tag(database, of: action)
            return action
        }
    }

    /// All messages of one get the same tag.
    private static func tag(_ database: Database, of action: Action) throws -> Keyword? {
        guard action.command == .mark || action.command == .unmark else { return nil }
        var first = action
        first.edits = try edits(database, in: action.id, limit: 1)
        return first.tag
    }

    /// What each action waits for; of what was done to the same messages before, that which met trouble or is held.
    private static func needs(_ database: Database) throws -> [ActionID: [ActionID]] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT actionNeed.action, actionNeed.need FROM actionNeed JOIN action ON action.id = actionNeed.need \
                WHERE \(isUnanswered) \
                UNION SELECT own.action, older.id FROM action older \
                CROSS JOIN actionEdit other ON other.action = older.id AND other.isAnswered = 0 \
                CROSS JOIN actionEdit own ON own.message = other.message AND own.action > older.id \
                WHERE older.\(isUnanswered) AND older.command <> 'copy' AND (older.attempts > 0 OR older.state IN ('stopped', 'unreadable')) \
                ORDER BY 1, 2
                """)
        return try Row.fetchAll(statement).reduce(into: [:]) { needs, row in
            needs[ActionID(row[0]), default: []].append(ActionID(row[1]))
        }
    }

    static func find(_ database: Database, _ id: ActionID) throws -> Action? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM action WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(action)
    }

    /// Those about one draft, mailbox or file, in their order.
    static func actions(_ database: Database, about object: Action.Object) throws -> [Action] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM action WHERE \(object.column) = ? ORDER BY id")
        return try Row.fetchAll(statement, arguments: [object.rawValue]).map(action)
    }

    /// Those about mailboxes of an account that still have to be answered, in their order.
    static func openOnMailboxes(_ database: Database, account: AccountID) throws -> [Action] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM action WHERE account = ? AND mailbox IS NOT NULL AND \(isUnanswered) ORDER BY id
                """)
        return try Row.fetchAll(statement, arguments: [account.rawValue]).map(action)
    }

    static func ids(_ database: Database, account: AccountID, state: Action.State) throws -> [ActionID] {
        let statement = try database.cachedStatement(sql: "SELECT id FROM action WHERE account = ? AND state = ?")
        return try Int64.fetchAll(statement, arguments: [account.rawValue, state.rawValue]).map { ActionID($0) }
    }

    static func insert(_ database: Database, _ action: Action, remoteID: RemoteID? = nil) throws -> ActionID {
        var objects: [String: Int64] = [:]
        if let object = action.object { objects[object.column] = object.rawValue }
        try database.run(
            """
            INSERT INTO action (account, command, title, state, createdAt, dueAt, draft, mailbox, file, detail, \
            remoteID) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, action.account.rawValue, action.command.rawValue, action.title, action.state.rawValue,
            RowCoding.seconds(action.createdAt), action.notBefore.map(RowCoding.secondsUp), objects["draft"],
            objects["mailbox"], objects["file"], action.detail, remoteID?.rawValue)
        return ActionID(database.lastInsertedRowID)
    }

    static func delete(_ database: Database, _ id: ActionID) throws {
        try database.run("DELETE FROM action WHERE id = ?", id.rawValue)
    }

    /// One action waits until others are answered.
    /// Those that wait for one to be answered.
    static func actions(_ database: Database, needing id: ActionID) throws -> [Action] {
        try Int64.fetchAll(
            database, sql: "SELECT action FROM actionNeed WHERE need = ? ORDER BY action", arguments: [id.rawValue]
        ).compactMap { try find(database, ActionID($0)) }
    }

    static func need(_ database: Database, _ action: ActionID, needs others: [ActionID]) throws {
        for other in others where other != action {
            try database.run(
                "INSERT OR IGNORE INTO actionNeed (action, need) VALUES (?, ?)", action.rawValue, other.rawValue)
        }
    }

    /// The oldest action of an account that may be sent at a time and waits for no other, with the edits still to be asked.
    /// Those that failed before come last, so that one which always fails stops no other; and what goes to other accounts,
    /// which may take hours, behind everything else.
    /// - Parameter wakes: whether what brings snoozed mail back is among them.
    /// - Returns: `unreadable` where its edits are: then it is to be put aside.
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

    /// No older action is still to be answered for one of its messages, and none that it needs. A copy holds up only what takes
    /// its message to another account.
    static let isFirst = """
        NOT EXISTS (SELECT 1 FROM actionEdit own JOIN actionEdit other ON other.message = own.message \
        JOIN action older ON older.id = other.action WHERE own.action = action.id AND older.id < action.id \
        AND older.\(isUnanswered) AND other.isAnswered = 0 AND (older.command <> 'copy' OR action.command IN ('transfer', 'copy'))) \
        AND NOT EXISTS (SELECT 1 FROM actionNeed JOIN action needed ON needed.id = actionNeed.need \
        WHERE actionNeed.action = action.id AND needed.\(isUnanswered))
        """

    /// When the next action may be sent that waits for nothing but its time.
    static func nextDueDate(_ database: Database, account: AccountID, wakes: Bool) throws -> Date? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT min(\(start)) FROM action WHERE account = ?1 AND \(isOpen) \
                AND (?2 OR command <> 'wake') AND \(isFirst)
                """)
        return try Int64.fetchOne(statement, arguments: [account.rawValue, wakes]).map(RowCoding.date)
    }

    static func action(_ row: Row) -> Action {
        let (command, state): (String, String) = (row[2], row[4])
        let (notBefore, due): (Int64?, Int64?) = (row[7], row[13])
        let (draft, mailbox, file): (Int64?, Int64?, Int64?) = (row[9], row[10], row[11])
        let object: Action.Object? =
            draft.map { .draft(MessageID($0)) } ?? mailbox.map { .mailbox(MailboxID($0)) }
            ?? file.map { .file(FileID($0)) }
        let known = Action.Command(rawValue: command) ?? .unreadable
        let read = Action.State(rawValue: state) ?? .unreadable
        return Action(
            id: ActionID(row[0]), account: AccountID(row[1]), command: known, title: row[3], object: object,
            detail: row[12], state: known == .unreadable && read != .sent ? .unreadable : read,
            createdAt: RowCoding.date(row[5]), attempts: row[6], notBefore: notBefore.map(RowCoding.date),
            due: due.map(RowCoding.date), lastError: row[8])
    }
}

extension Action.Object {
    fileprivate var column: String {
        switch self {
        case .draft: "draft"
        case .mailbox: "mailbox"
        case .file: "file"
        }
    }

    fileprivate var rawValue: Int64 {
        switch self {
        case .draft(let id): id.rawValue
        case .mailbox(let id): id.rawValue
        case .file(let id): id.rawValue
        }
    }
}

import Foundation
import GRDB
import InboxModel

/// The action queue: one row per action.
enum ActionTable {
    /// The SQL condition, about a column `state`, that an action is not answered yet.
    static let isUnanswered = "state NOT IN ('sent', 'refused')"

    /// The SQL condition that the sender has a request to make for an action once it is due.
    static let isOpen = "state IN ('waiting', 'unknown', 'held', 'recalling') AND command IN (\(commands))"

    /// The SQL condition that an account's action, queued to leave within some seconds, is due only after a given time.
    static let isLate = """
        account = ? AND command IN ('sendDraft', 'bounce') AND state = 'waiting' AND dueAt - createdAt BETWEEN 0 AND ? \
        AND dueAt > ?
        """
    /// When to start; 0 for at once. Asking for the outcome of a send, and recalling it, do not wait until it is due.
    static let start = """
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

    /// The queue without the edits of its actions, of which there may be many.
    static func list(_ database: Database) throws -> [Action] {
        let needs = try needs(database)
        return try Row.fetchAll(database.cachedStatement(sql: "SELECT \(columns) FROM action ORDER BY id")).map { row in
            var action = Self.action(row)
            action.waitsFor = needs[action.id] ?? []
            action.listedTag = try tag(database, of: action)
            return action
        }
    }

    /// The tag that an action sets or removes: the same for all its messages, so the first edit is enough.
    private static func tag(_ database: Database, of action: Action) throws -> Keyword? {
        guard action.command == .mark || action.command == .unmark else { return nil }
        var first = action
        first.edits = try edits(database, in: action.id, limit: 1)
        return first.tag
    }

    /// The actions that each action waits for: those that it needs, and older ones on the same messages that were tried
    /// already, are stopped or cannot be read.
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

    /// The actions about one draft, mailbox or file, oldest first.
    static func actions(_ database: Database, about object: Action.Object) throws -> [Action] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM action WHERE \(object.column) = ? ORDER BY id")
        return try Row.fetchAll(statement, arguments: [object.rawValue]).map(action)
    }

    /// The unanswered actions about mailboxes of an account, oldest first.
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

    /// The server's ids of drafts with an answered save, unless another save is under way or its answer was lost.
    static func answeredSaves(_ database: Database, account: AccountID) throws -> Set<RemoteID> {
        let statement = try database.cachedStatement(
            sql: """
                SELECT message.remoteID FROM action JOIN message ON message.id = action.draft \
                WHERE action.account = ? AND action.state = 'sent' AND action.command = 'saveDraft' \
                AND message.remoteID IS NOT NULL AND NOT EXISTS (SELECT 1 FROM action AS other \
                WHERE other.draft = action.draft AND other.command = 'saveDraft' AND other.state IN ('sending', 'unknown'))
                """)
        return Set(try String.fetchAll(statement, arguments: [account.rawValue]).map { RemoteID($0) })
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

    /// The actions that wait for `id` to be answered.
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

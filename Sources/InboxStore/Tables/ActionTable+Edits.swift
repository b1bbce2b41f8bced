import GRDB
import InboxModel

/// The edits of actions: one row per action and message.
extension ActionTable {
    /// One message's part of an action. `state` is the action's, or `sent` once this part was answered. An unreadable
    /// patch changes nothing and stays in the queue.
    struct Edit: Hashable {
        var action: ActionID
        var command: String
        var state: Action.State
        /// Whether an attempt may have reached the server.
        var isTried: Bool
        var patch: MessagePatch

        /// The number of an action that is not stored yet.
        static let unstored = ActionID(0)
    }

    /// The pending edits of one message, in the order in which the user made them.
    static func edits(_ database: Database, of message: MessageID) throws -> [Edit] {
        // Mostly there are none.
        guard try database.number("SELECT 1 FROM actionEdit WHERE message = ? LIMIT 1", message.rawValue) != nil
        else { return [] }
        return try edits(database, of: [message])[message] ?? []
    }

    /// The actions that have a part of their work on a message, answered or not.
    static func ids(_ database: Database, on message: MessageID) throws -> [ActionID] {
        try database.rows("SELECT action FROM actionEdit WHERE message = ?", message.rawValue) { ActionID($0[0]) }
    }

    static func edits(_ database: Database, of messages: [MessageID]) throws -> [MessageID: [Edit]] {
        var patches: [String: MessagePatch] = [:]
        var found: [MessageID: [Edit]] = [:]
        try database.forEachRow(
            """
            SELECT action.id, iif(actionEdit.isAnswered, 'sent', action.state), actionEdit.patch, \
            action.attempts > action.vain, actionEdit.message, action.command, \
            (SELECT NOT hasLabels FROM account WHERE account.id = action.account) FROM json_each(?) AS list \
            CROSS JOIN actionEdit ON actionEdit.message = list.value \
            CROSS JOIN action ON action.id = actionEdit.action ORDER BY list.key, action.id
            """, IDList(messages)
        ) { row in
            let (state, text): (String, String) = (row[1], row[2])
            var patch = patches[text] ?? RowCoding.patch(text)
            patches[text] = patch
            patch?.isExclusive = row[6]
            var known = Action.State(rawValue: state) ?? .unreadable
            if patch == nil, known != .sent { known = .unreadable }
            found[MessageID(row[4]), default: []].append(
                Edit(
                    action: ActionID(row[0]), command: row[5], state: known, isTried: row[3],
                    patch: patch ?? MessagePatch()))
        }
        return found
    }

    /// - Parameters:
    ///   - remote: what the server is told.
    ///   - own: what the action did to the client's own marks.
    static func insert(
        _ database: Database, remote: MessagePatch, own: MessagePatch, of messages: [MessageID], in action: ActionID
    ) throws {
        try database.run(
            "INSERT INTO actionEdit (action, message, patch, own) SELECT ?, value, ?, ? FROM json_each(?)",
            action.rawValue, RowCoding.encode(remote), own.isEmpty ? "" : RowCoding.encode(own), IDList(messages))
    }

    /// What unanswered actions did to the client's own marks of messages, in the order in which the user made them.
    static func ownMarks(
        _ database: Database, of messages: [MessageID]
    ) throws -> [MessageID: [(action: ActionID, patch: MessagePatch)]] {
        var found: [MessageID: [(action: ActionID, patch: MessagePatch)]] = [:]
        try database.forEachRow(
            """
            SELECT message, action, own FROM json_each(?) AS list CROSS JOIN actionEdit ON message = list.value \
            WHERE own <> '' AND NOT isAnswered ORDER BY action
            """, IDList(messages)
        ) { row in
            guard let patch = RowCoding.patch(row[2]) else { return }
            found[MessageID(row[0]), default: []].append((ActionID(row[1]), patch))
        }
        return found
    }

    static func forgetOwnMarks(_ database: Database, of messages: [MessageID], in action: ActionID) throws {
        try database.run(
            "UPDATE actionEdit SET own = '' WHERE action = ? AND message IN (SELECT value FROM json_each(?))",
            action.rawValue, IDList(messages))
    }

    /// Removes messages from an action.
    static func delete(_ database: Database, _ messages: [MessageID], from action: ActionID) throws {
        try database.run(
            "DELETE FROM actionEdit WHERE action = ? AND message IN (SELECT value FROM json_each(?))", action.rawValue,
            IDList(messages))
    }

    static func edits(_ database: Database, in action: ActionID, limit: Int = -1) throws -> [Action.Edit] {
        let statement = try database.cachedStatement(
            sql: "SELECT message, patch FROM actionEdit WHERE action = ? ORDER BY message LIMIT ?")
        return try Row.fetchAll(statement, arguments: [action.rawValue, limit]).compactMap { row in
            RowCoding.patch(row[1]).map { Action.Edit(message: MessageID(row[0]), patch: $0) }
        }
    }

    /// The edits that the server has not answered yet; nil when some of them cannot be read.
    static func openEdits(_ database: Database, in action: ActionID) throws -> [Action.Edit]? {
        let statement = try database.cachedStatement(
            sql: "SELECT message, patch FROM actionEdit WHERE action = ? AND isAnswered = 0 ORDER BY message")
        let rows = try Row.fetchAll(statement, arguments: [action.rawValue])
        let edits = rows.compactMap { row in
            RowCoding.patch(row[1]).map { Action.Edit(message: MessageID(row[0]), patch: $0) }
        }
        return edits.count == rows.count ? edits : nil
    }

    static func setAnswered(_ database: Database, _ messages: [MessageID], in action: ActionID) throws {
        try database.run(
            """
            UPDATE actionEdit SET isAnswered = 1 \
            WHERE action = ? AND message IN (SELECT value FROM json_each(?))
            """, action.rawValue, IDList(messages))
    }

    /// The answered messages of actions that are not answered as a whole.
    static func answeredParts(_ database: Database, account: AccountID) throws -> [ActionID: Set<MessageID>] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT action.id, message FROM action JOIN actionEdit ON actionEdit.action = action.id \
                WHERE account = ? AND state <> 'sent' AND isAnswered = 1
                """)
        return try Row.fetchAll(statement, arguments: [account.rawValue]).reduce(into: [:]) { parts, row in
            parts[ActionID(row[0]), default: []].insert(MessageID(row[1]))
        }
    }

    static func messages(_ database: Database, in action: ActionID) throws -> [MessageID] {
        let statement = try database.cachedStatement(sql: "SELECT message FROM actionEdit WHERE action = ?")
        return try Int64.fetchAll(statement, arguments: [action.rawValue]).map { MessageID($0) }
    }

    /// Every readable edit of every action, and whether it was answered.
    static func allEdits(_ database: Database) throws -> [(action: ActionID, isAnswered: Bool, edit: Action.Edit)] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT action, isAnswered OR state = 'sent', message, patch FROM actionEdit \
                JOIN action ON action.id = actionEdit.action ORDER BY action, message
                """
        ).compactMap { row in
            guard let patch = RowCoding.patch(row[3]) else { return nil }
            return (ActionID(row[0]), row[1], Action.Edit(message: MessageID(row[2]), patch: patch))
        }
    }

    /// The actions with unanswered edits that add messages to a mailbox, with these edits alone.
    static func actions(_ database: Database, into mailbox: MailboxID) throws -> [Action] {
        let edits = try allEdits(database).filter { !$0.isAnswered && $0.edit.patch.addMailboxes.contains(mailbox) }
        return try Dictionary(grouping: edits, by: \.action).sorted { $0.key < $1.key }.compactMap { id, edits in
            var action = try find(database, id)
            action?.edits = edits.map(\.edit)
            return action
        }
    }

    static func write(_ database: Database, _ patch: MessagePatch, of message: MessageID, in action: ActionID) throws {
        try database.run(
            "UPDATE actionEdit SET patch = ? WHERE action = ? AND message = ?", RowCoding.encode(patch),
            action.rawValue, message.rawValue)
    }
}

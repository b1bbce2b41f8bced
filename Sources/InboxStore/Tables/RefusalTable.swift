import Foundation
import GRDB
import InboxModel

/// Actions that servers refused, which are no longer sent.
enum RefusalTable {
    private static let columns = "id, account, command, title, draft, mailbox, detail, reason, refusedAt"

    /// - Parameter withEdits: whether to include the edits of each action, of which there may be many.
    static func all(_ database: Database, withEdits: Bool) throws -> [Action] {
        let edits = withEdits ? "edits" : "''"
        let statement = try database.cachedStatement(sql: "SELECT \(columns), \(edits) FROM refusal ORDER BY id")
        return try Row.fetchAll(statement).map(action)
    }

    static func find(_ database: Database, _ id: ActionID) throws -> Action? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns), edits FROM refusal WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(action)
    }

    /// Stores a refused action, replacing an earlier refusal of the same thing.
    static func insert(_ database: Database, _ action: Action, reason: String, now: Date) throws {
        var (draft, mailbox): (Int64?, Int64?) = (nil, nil)
        switch action.object {
        case .draft(let id): draft = id.rawValue
        case .mailbox(let id): mailbox = id.rawValue
        case .file, nil: break
        }
        let edits = RowCoding.encode(action.edits)
        try database.run(
            """
            DELETE FROM refusal WHERE account = ? AND command = ? AND title = ? AND edits = ? AND draft IS ? AND mailbox IS ?
            """, action.account.rawValue, action.command.rawValue, action.title, edits, draft, mailbox)
        try database.run(
            """
            INSERT INTO refusal (id, account, command, title, edits, draft, mailbox, detail, reason, refusedAt) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, action.id.rawValue, action.account.rawValue, action.command.rawValue, action.title, edits, draft,
            mailbox,
            action.detail, reason, RowCoding.seconds(now))
    }

    static func delete(_ database: Database, _ id: ActionID) throws {
        try database.run("DELETE FROM refusal WHERE id = ?", id.rawValue)
    }

    /// Deletes refusals that are too old, and the oldest beyond a number.
    static func trim(_ database: Database, before date: Date, most: Int) throws {
        try database.run(
            """
            DELETE FROM refusal WHERE refusedAt < ? OR id NOT IN (SELECT id FROM refusal ORDER BY id DESC LIMIT ?)
            """, RowCoding.seconds(date), Int64(most))
    }

    private static func action(_ row: Row) -> Action {
        let command: String = row[2]
        let (draft, mailbox): (Int64?, Int64?) = (row[4], row[5])
        return Action(
            id: ActionID(row[0]), account: AccountID(row[1]),
            command: Action.Command(rawValue: command) ?? .unreadable, title: row[3],
            edits: RowCoding.edits(row[9]),
            object: draft.map { .draft(MessageID($0)) } ?? mailbox.map { .mailbox(MailboxID($0)) }, detail: row[6],
            state: .refused, createdAt: RowCoding.date(row[8]), lastError: row[7])
    }
}

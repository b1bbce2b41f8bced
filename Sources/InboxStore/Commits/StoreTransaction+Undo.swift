package import Foundation
import GRDB
package import InboxModel

/// What the user did, to be taken back.
extension StoreTransaction {
    private static let kept = 200

    /// Notes what was really changed at once. What was taken back before can no longer be done again.
    /// - Parameter actions: one an account, with the edits as `enqueue` trimmed them.
    package func remember(_ actions: [Action]) throws {
        guard !actions.isEmpty else { return }
        try database.execute(sql: "DELETE FROM undoStep WHERE isUndone = 1")
        let deed = try Int64.fetchOne(database, sql: "SELECT coalesce(max(deed), 0) + 1 FROM undoStep") ?? 1
        for action in actions {
            try database.execute(
                sql: "INSERT INTO undoStep (deed, account, command, title, edits, action) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    deed, action.account.rawValue, action.command.rawValue, action.title,
                    RowCoding.encode(action.edits), action.id.rawValue,
                ])
        }
        try database.execute(sql: "DELETE FROM undoStep WHERE deed <= ?", arguments: [deed - Int64(Self.kept)])
    }

    /// Takes back the last deed, or does the last one taken back again: in each account the opposite of what it really
    /// changed, and only that.
    /// - Returns: what it did, one an account, with the edits that really changed something; none when there is no such
    ///   deed.
    package func step(undoing: Bool, now: Date) throws -> [Action] {
        let deed = try Int64.fetchOne(
            database,
            sql: undoing
                ? "SELECT max(deed) FROM undoStep WHERE isUndone = 0"
                : "SELECT min(deed) FROM undoStep WHERE isUndone = 1")
        guard let deed else { return [] }
        try database.execute(sql: "UPDATE undoStep SET isUndone = ? WHERE deed = ?", arguments: [undoing, deed])
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, account, command, title, edits FROM undoStep WHERE deed = ? ORDER BY id",
            arguments: [deed])
        return try rows.map { row in
            let step: Int64 = row[0]
            let command: String = row[2]
            let edits = RowCoding.edits(row[4])
            var action = Action(
                id: ActionID(0), account: AccountID(row[1]), command: Action.Command(rawValue: command) ?? .move,
                title: row[3],
                edits: undoing ? edits.map { Action.Edit(message: $0.message, patch: $0.patch.inverse) } : edits,
                createdAt: now)
            let done = try enqueue(action)
            // A refusal from now on is about this one.
            try database.execute(
                sql: "UPDATE undoStep SET action = ? WHERE id = ?", arguments: [done?.id.rawValue, step])
            action.edits = done?.edits ?? []
            return action
        }
    }

    /// What a server refused never came about there: it is neither undone nor done again.
    package func forgetDeed(_ id: ActionID, of messages: Set<MessageID>) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, edits FROM undoStep WHERE action = ?", arguments: [id.rawValue])
        for row in rows {
            let edits = RowCoding.edits(row[1]).filter { !messages.contains($0.message) }
            let step: Int64 = row[0]
            if edits.isEmpty {
                try database.execute(sql: "DELETE FROM undoStep WHERE id = ?", arguments: [step])
            } else {
                try database.execute(
                    sql: "UPDATE undoStep SET edits = ? WHERE id = ?", arguments: [RowCoding.encode(edits), step])
            }
        }
    }
}

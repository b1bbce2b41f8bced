import Foundation
import GRDB
package import InboxModel

/// What the user did, to be taken back.
extension StoreTransaction {
    private static let kept = 50

    /// Notes what was really changed at once. What was taken back before can no longer be done again.
    /// - Parameter actions: one an account, with the edits as `enqueue` trimmed them.
    package func remember(_ actions: [Action]) throws {
        guard !actions.isEmpty else { return }
        try database.execute(sql: "DELETE FROM undoStep WHERE isUndone = 1")
        let deed = try Int64.fetchOne(database, sql: "SELECT coalesce(max(deed), 0) + 1 FROM undoStep") ?? 1
        for action in actions {
            try database.execute(
                sql: "INSERT INTO undoStep (deed, account, command, title, edits) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    deed, action.account.rawValue, action.command.rawValue, action.title,
                    RowCoding.encode(action.edits),
                ])
        }
        try database.execute(sql: "DELETE FROM undoStep WHERE deed <= ?", arguments: [deed - Int64(Self.kept)])
    }

    /// The actions, one an account, that take back the last deed, or do again the last one taken back; none when there
    /// is no such deed.
    package func takeStep(undoing: Bool) throws -> [Action] {
        let deed = try Int64.fetchOne(
            database,
            sql: undoing
                ? "SELECT max(deed) FROM undoStep WHERE isUndone = 0"
                : "SELECT min(deed) FROM undoStep WHERE isUndone = 1")
        guard let deed else { return [] }
        try database.execute(sql: "UPDATE undoStep SET isUndone = ? WHERE deed = ?", arguments: [undoing, deed])
        let rows = try Row.fetchAll(
            database, sql: "SELECT account, command, title, edits FROM undoStep WHERE deed = ? ORDER BY id",
            arguments: [deed])
        return rows.map { row in
            let command: String = row[1]
            let edits = RowCoding.edits(row[3])
            return Action(
                id: ActionID(0), account: AccountID(row[0]), command: Action.Command(rawValue: command) ?? .move,
                title: row[2],
                edits: undoing ? edits.map { Action.Edit(message: $0.message, patch: $0.patch.inverse) } : edits,
                createdAt: Date())
        }
    }
}

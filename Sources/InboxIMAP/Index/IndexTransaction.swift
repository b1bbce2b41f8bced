import GRDB
import InboxModel

/// One transaction that writes. It gathers which messages changed; at its end each gets a number in the log, is lost, or is found again.
final class IndexTransaction {
    let database: Database
    /// By row id; true for those that are to be told whole.
    private var touched: [Int64: Bool] = [:]
    private var numbered: Int64?

    init(_ database: Database) { self.database = database }

    /// A message has other copies or flags than before.
    func touch(_ message: Int64, isWhole: Bool = false) {
        touched[message] = isWhole || touched[message] ?? false
    }

    /// The number of the next change. Numbers only grow.
    func nextNumber() throws -> Int64 {
        let number = try (numbered ?? Int64.fetchOne(database, sql: "SELECT number FROM meta") ?? 0) + 1
        numbered = number
        return number
    }

    func looks() throws -> Int64 { try Int64.fetchOne(database, sql: "SELECT looks FROM meta") ?? 0 }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func finish() throws {
        let ended = touched.isEmpty ? 0 : try looks()
        for (message, isWhole) in touched.sorted(by: { $0.key < $1.key }) {
            try settle(message, isWhole: isWhole, looks: ended)
        }
        if let numbered { try database.execute(literal: "UPDATE meta SET number = \(numbered)") }
    }

    private func settle(_ message: Int64, isWhole: Bool, looks: Int64) throws {
        let known = try database.cachedStatement(
            sql: "SELECT lost, EXISTS (SELECT 1 FROM copy WHERE message = message.id) FROM message WHERE id = ?")
        guard let row = try Row.fetchOne(known, arguments: [message]) else { return }
        let lost = try row.decode(Int64?.self, atIndex: 0)
        guard try row.decode(Bool.self, atIndex: 1) else { return try lose(message, lost: lost ?? looks) }
        // While it was lost, the log may have been read past its number, and a walk past its place.
        try run(
            isWhole || lost != nil
                ? "UPDATE message SET lost = NULL, whole = ? WHERE id = ?"
                : "UPDATE message SET lost = NULL, changed = ? WHERE id = ?", [try nextNumber(), message])
    }

    /// Whoever finds it tells it whole, so nothing is noted.
    private func lose(_ message: Int64, lost: Int64) throws {
        try run("UPDATE message SET lost = ? WHERE id = ?", [lost, message])
    }
}

import Foundation
import GRDB

/// The rescue of a damaged file: what can be read goes into a new file, which takes its place. The old file is kept as it was.
struct StoreRescue {
    let path: String
    private var newPath: String { Self.newPath(of: path) }

    /// The path that the rescued data is written to.
    static func newPath(of path: String) -> String { path + ".rescued" }
    /// The path that the damaged file is copied to for reading.
    static func readingPath(of path: String) -> String { path + ".reading" }

    init(path: String) { self.path = path }

    func run() throws -> RepairReport {
        do { return try rescue() } catch {
            // Two copies would take the room that a full disk has left, for nothing.
            for copy in [newPath, Self.readingPath(of: path)] { DamagedFile.removeCopy(copy) }
            throw error
        }
    }

    private func rescue() throws -> RepairReport {
        try? FileManager.default.removeItem(atPath: newPath)
        StoreFile.makePrivate(newPath)
        let new = try DatabaseQueue(path: newPath, configuration: StoreFile.configuration())
        try new.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE unused (id INTEGER); DROP TABLE unused") }
        let old = try DamagedFile(copying: path, to: Self.readingPath(of: path), model: newPath)

        let steps = try old.read(Self.knownSteps) ?? Migration.all
        try Migrator(steps: steps).migrate(new)
        try setReferences(new, areChecked: false)
        let unreadable = try old.read { from in try Self.copy(from, to: new) } ?? Self.first
        try old.remove()
        try new.write { try RescuedRows($0).makeWhole() }
        try setReferences(new, areChecked: true)
        try Migrator(steps: Migration.all).migrate(new)
        try new.write { try StoreTransaction($0).settleRescued(unreadable: unreadable) }
        try new.close()
        let oldFile = try FileExchange(path: path).run(with: newPath)
        return RepairReport(outcome: .rescued(oldFile: oldFile), unreadable: unreadable)
    }

    /// Rows arrive in any order, and some without those that they refer to.
    private func setReferences(_ file: DatabaseQueue, areChecked: Bool) throws {
        try file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = \(areChecked ? "ON" : "OFF")") }
    }

    /// The migrations that the file had taken, which determine the form of its rows.
    private static func knownSteps(_ database: Database) throws -> [Migration] {
        guard let taken = try? Migrator(steps: []).taken(database), !taken.isEmpty else { return Migration.all }
        return Migration.all.filter { taken.contains($0.name) }
    }

    // MARK: Rows

    /// The user's actions and texts come first; derived tables are not read at all.
    private static let first = [
        "account", "mailbox", "action", "actionEdit", "actionNeed", "base", "draft", "draftFile", "message", "envelope",
        "body",
    ]
    private static let last = ["thread", "messageText_content"]
    private static let derived = [
        "thread", "heading", "messageMailbox", "messageText", "commit", "clock", "cacheSize", "sqlite_", "grdb_",
    ]

    /// - Returns: the tables that could not be read completely.
    private static func copy(_ old: Database, to file: DatabaseQueue) throws -> [String] {
        let tables = try file.read { new in
            try String.fetchAll(new, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        }
        let others = tables.filter { table in
            !first.contains(table) && !derived.contains { table.hasPrefix($0) }
        }
        var unreadable: [String] = []
        for table in first.filter(tables.contains) + others + last {
            let isWhole = try file.write { new in try copy(table, old, new) }
            if !isWhole { unreadable.append(table) }
        }
        try file.write { new in try RescuedNumbers(database: new).take(from: old) }
        return unreadable
    }

    private static func copy(_ table: String, _ old: Database, _ new: Database) throws -> Bool {
        let known = old.columnNames(of: table)
        let columns = new.columnNames(of: table).filter(known.contains)
        guard !columns.isEmpty else { return false }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let insert = try new.makeStatement(sql: "INSERT OR IGNORE INTO \"\(table)\" (\(list)) VALUES (\(marks))")
        var rows = DamagedTable(old, table, columns: columns)
        var isSensible = true
        try rows.read(keys: new.keyNames(of: table)) { values in
            do {
                try insert.execute(arguments: StatementArguments(values))
            } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_CONSTRAINT {
                // The column does not accept the value, which is damaged.
                isSensible = false
            }
        }
        return rows.isWhole && isSensible
    }
}

import GRDB
import InboxModel

/// The steps that bring a file up to date. All missing ones run in one transaction, so that a file is old or new, never in between.
struct Migrator: Sendable {
    let steps: [Migration]
    private var isWhole: Bool { steps.count == Migration.all.count }

    /// Whether a file has taken a step that this version does not know.
    func isNewer(_ database: Database) throws -> Bool {
        !(try taken(database).subtracting(steps.map(\.name)).isEmpty)
    }

    func isUpToDate(_ database: Database) throws -> Bool {
        try missing(database).isEmpty
    }

    func migrate(_ file: any DatabaseWriter) throws {
        try file.barrierWriteWithoutTransaction { database in
            // A step may rebuild a table that others refer to, so references are checked at the end.
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
            try database.inTransaction(.immediate) {
                // Another process may have migrated the file while this one waited.
                let missing = try missing(database)
                guard !missing.isEmpty else { return .rollback }
                try database.execute(
                    sql: "CREATE TABLE IF NOT EXISTS \(Self.table) (identifier TEXT NOT NULL PRIMARY KEY)")
                for step in missing {
                    try step.run(database)
                    try database.execute(sql: "INSERT INTO \(Self.table) VALUES (?)", arguments: [step.name])
                }
                // A file that is rescued is brought up to date in two parts, and only the second has all tables.
                if isWhole {
                    try StoreTransaction(database).rebuildThreads(after: missing.map(\.rebuilds))
                }
                try database.checkForeignKeys()
                return .commit
            }
        }
    }

    /// The table's name in the first released files.
    private static let table = "grdb_migrations"

    func taken(_ database: Database) throws -> Set<String> {
        // Not `tableExists`, which trusts the schema: that of a damaged file may contain anything.
        let isThere = try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_master WHERE name = '\(Self.table)'")
        guard isThere != nil else { return [] }
        return try String.fetchSet(database, sql: "SELECT identifier FROM \(Self.table)").subtracting([Self.imapMark])
    }

    /// Stands among the steps of a file with accounts over IMAP. Versions that do not speak it took them for accounts of the Inbox API, and
    /// queued what is done there by its rules; they leave alone a file with a step that they do not know.
    private static let imapMark = "2026-12-01 accounts over IMAP"

    /// Sets the mark for accounts over IMAP, or takes it off once there are none.
    static func mark(_ database: Database) throws {
        let imap = Account.Dialect.imap.rawValue
        try database.run(
            """
            INSERT OR IGNORE INTO \(table) SELECT ? WHERE EXISTS (SELECT 1 FROM account WHERE dialect = ?)
            """, imapMark, imap)
        try database.run(
            """
            DELETE FROM \(table) WHERE identifier = ? AND NOT EXISTS (SELECT 1 FROM account WHERE dialect = ?)
            """, imapMark, imap)
    }

    private func missing(_ database: Database) throws -> [Migration] {
        let taken = try taken(database)
        return steps.filter { !taken.contains($0.name) }
    }
}

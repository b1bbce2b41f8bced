import Foundation
import GRDB

/// Which page each table of a store's file begins at. Only the first pages of the file say so, hence a copy is kept beside it: where those are
/// damaged, the rest can still be read.
struct TableList: Codable {
    struct Entry: Codable, Hashable, FetchableRecord {
        var type, name, table: String
        var rootPage: Int
        var sql: String?

        static func all(_ database: Database) throws -> [Entry] {
            try fetchAll(
                database,
                sql: """
                    SELECT type, name, tbl_name AS "table", rootpage AS rootPage, sql FROM sqlite_master ORDER BY rowid
                    """)
        }
    }

    /// SQLite's count of changes of the schema; whatever moves a table to another page counts.
    let schemaVersion: Int
    /// The steps of the schema that the file had taken.
    let steps: Set<String>
    let entries: [Entry]

    init(_ database: Database) throws {
        schemaVersion = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
        steps = try Migrator(steps: []).taken(database)
        entries = try Entry.all(database)
    }

    // MARK: The copy

    static func path(of store: String) -> String { store + ".tables" }

    static func kept(beside store: String) -> TableList? {
        guard let data = try? Data(contentsOf: URL(filePath: path(of: store))) else { return nil }
        return try? JSONDecoder().decode(TableList.self, from: data)
    }

    /// A list that has not changed by SQLite's count stays as it was kept: what differs then is damage.
    func keep(beside store: String) throws {
        let old = Self.kept(beside: store)
        guard old?.schemaVersion != schemaVersion || old?.steps != steps else { return }
        let path = Self.path(of: store)
        let unfinished = path + ".unfinished"
        StoreFile.makePrivate(unfinished)
        try JSONEncoder().encode(self).write(to: URL(filePath: unfinished))
        guard rename(unfinished, path) == 0 else { throw StoreError.notWritable(path: path) }
    }

    /// Before tables move to other pages: no copy is better than one that is wrong.
    static func forget(beside store: String) throws {
        let path = path(of: store)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    // MARK: Mending

    /// Whether a file says itself where all of these tables are.
    func isWhole(in database: Database) -> Bool {
        guard let found = try? Entry.all(database) else { return false }
        return Set(found).isSuperset(of: entries)
    }

    /// Whether a file has the schema of this list. One whose steps can't be read is believed to.
    func fits(_ database: Database) -> Bool {
        guard let taken = try? Migrator(steps: []).taken(database) else { return true }
        return taken == steps
    }

    /// Writes the list into a file that has an empty one; it takes effect at the next opening.
    func write(to database: Database) throws {
        for entry in entries {
            try database.execute(
                sql: "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)",
                arguments: [entry.type, entry.name, entry.table, entry.rootPage, entry.sql])
        }
    }
}

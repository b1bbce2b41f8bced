import Foundation
import GRDB

/// Which page each table of a store's file begins at. Only the first pages of the file say so, hence a copy is kept beside it: where those are
/// damaged, the rest can still be read.
struct TableList {
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

    /// By which a list is known to be the present one, without reading all of it.
    struct Stamp: Codable, Equatable {
        /// SQLite's count of changes of the schema; whatever moves a table to another page counts.
        let schemaVersion: Int
        /// The steps of the schema that the file had taken.
        let steps: Set<String>

        init(_ database: Database) throws {
            schemaVersion = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
            steps = try Migrator(steps: []).taken(database)
        }
    }

    let stamp: Stamp
    let entries: [Entry]

    // MARK: The copy

    static func path(of store: String) -> String { store + ".tables" }

    static func kept(beside store: String) -> TableList? {
        guard let lines = lines(beside: store), lines.count == 2, let stamp = stamp(lines),
            let entries = try? JSONDecoder().decode([Entry].self, from: lines[1])
        else { return nil }
        return TableList(stamp: stamp, entries: entries)
    }

    /// Keeps the list of a file. One that has not changed by SQLite's count stays as it was kept: what differs then is damage.
    static func keep(_ database: Database, beside store: String) throws {
        let stamp = try Stamp(database)
        guard lines(beside: store).flatMap(Self.stamp) != stamp else { return }
        let path = path(of: store)
        let unfinished = path + ".unfinished"
        StoreFile.makePrivate(unfinished)
        let lines = [try JSONEncoder().encode(stamp), try JSONEncoder().encode(Entry.all(database))]
        try Data(lines.joined(separator: [lineFeed])).write(to: URL(filePath: unfinished))
        guard rename(unfinished, path) == 0 else { throw StoreError.notWritable(path: path) }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// The stamp, and the entries: JSON of one line each.
    private static func lines(beside store: String) -> [Data]? {
        (try? Data(contentsOf: URL(filePath: path(of: store))))?.split(separator: lineFeed)
    }

    private static func stamp(_ lines: [Data]) -> Stamp? {
        lines.first.flatMap { try? JSONDecoder().decode(Stamp.self, from: $0) }
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
        return taken == stamp.steps
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

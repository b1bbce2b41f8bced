import Foundation
import GRDB

/// The page that each table of a store's file begins at. Only the first pages of the file record this, so a copy is kept
/// beside it: if they are damaged, the rest can still be read.
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

    /// A mark by which a list is known to be current, without reading all of it.
    struct Stamp: Codable, Equatable {
        /// SQLite's count of schema changes, which includes whatever moves a table to another page.
        let schemaVersion: Int
        /// The migrations that the file had taken.
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
        guard let lines = lines(beside: store), let stamp = stamp(lines.first),
            let entries = try? JSONDecoder().decode([Entry].self, from: lines.rest)
        else { return nil }
        return TableList(stamp: stamp, entries: entries)
    }

    /// Keeps the list of a file. A list with the same stamp is not replaced: any difference would be damage.
    static func keep(_ database: Database, beside store: String) throws {
        let stamp = try Stamp(database)
        guard lines(beside: store).flatMap({ Self.stamp($0.first) }) != stamp else { return }
        let path = path(of: store)
        let unfinished = path + ".unfinished"
        StoreFile.makePrivate(unfinished)
        let lines = [try JSONEncoder().encode(stamp), try JSONEncoder().encode(Entry.all(database))]
        try Data(lines.joined(separator: [lineFeed])).write(to: URL(filePath: unfinished))
        guard rename(unfinished, path) == 0 else { throw StoreError.notWritable(path: path) }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// The stamp and the entries, as one line of JSON each. Every start looks at the first, so the other is not looked through.
    private static func lines(beside store: String) -> (first: Data, rest: Data)? {
        guard let data = try? Data(contentsOf: URL(filePath: path(of: store))), let end = data.firstIndex(of: lineFeed)
        else { return nil }
        return (data[..<end], data[(end + 1)...])
    }

    private static func stamp(_ line: Data) -> Stamp? { try? JSONDecoder().decode(Stamp.self, from: line) }

    /// Deletes the copy before tables move to other pages: no copy is better than a wrong one.
    static func forget(beside store: String) throws {
        let path = path(of: store)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    // MARK: Mending

    /// Whether a file itself records where all of these tables are.
    func isWhole(in database: Database) -> Bool {
        guard let found = try? Entry.all(database) else { return false }
        return Set(found).isSuperset(of: entries)
    }

    /// Whether a file has the schema of this list. If its migrations can't be read, it is assumed to.
    func fits(_ database: Database) -> Bool {
        guard let taken = try? Migrator(steps: []).taken(database) else { return true }
        return taken == stamp.steps
    }

    /// Writes the list into a file whose list is empty. It takes effect when the file is next opened.
    func write(to database: Database) throws {
        for entry in entries {
            try database.execute(
                sql: "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)",
                arguments: [entry.type, entry.name, entry.table, entry.rootPage, entry.sql])
        }
    }
}

import Foundation
import GRDB

/// A copy of a damaged file, opened to read what can be read. The file itself is never written to.
struct DamagedFile {
    /// Nil when not even the list of tables can be read.
    private let database: DatabaseQueue?
    private let path: String

    /// - Parameter model: an intact store file, whose header replaces one that cannot be read.
    init(copying original: String, to path: String, model: String) throws {
        self.path = path
        let plain = try Self.open(copying: original, to: path, model: model)
        let list = TableList.kept(beside: original)
        guard let list, plain?.unsafeRead(list.isWhole) != true else {
            database = plain
            return
        }
        try plain?.close()
        if let listed = try? Self.open(copying: original, to: path, model: model, with: list) {
            database = listed
        } else {
            database = try Self.open(copying: original, to: path, model: model)
        }
    }

    /// - Returns: nil when nothing can be read.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result? { try database?.unsafeRead(body) }

    /// Deletes the copy.
    func remove() throws {
        try database?.close()
        Self.removeCopy(path)
    }

    // MARK: Copies

    private static func open(copying original: String, to path: String, model: String) throws -> DatabaseQueue? {
        try copy(original, to: path)
        if try !hasHeader(path) { try FirstPage(of: model).writeHeader(to: path) }
        return try? open(path)
    }

    /// Opens a copy with a kept list of tables in place of the file's own.
    /// - Returns: nil when the list belongs to another state of the schema.
    private static func open(
        copying original: String, to path: String, model: String, with list: TableList
    ) throws -> DatabaseQueue? {
        try copy(original, to: path)
        let empty = try FirstPage(of: model)
        try empty.write(to: path)
        // The log goes into the file first, because it may contain a first page too.
        let unlogged = try open(path)
        try unlogged.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try unlogged.close()
        try empty.write(to: path)
        // SQLite itself writes the new list, behind all other pages.
        let unlisted = try open(path)
        try unlisted.write(list.write)
        try unlisted.close()
        let listed = try open(path)
        guard listed.unsafeRead(list.fits) else {
            try listed.close()
            return nil
        }
        return listed
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // SQLite then skips a schema entry that makes no sense, instead of rejecting the whole file.
            try database.execute(sql: "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func copy(_ original: String, to path: String) throws {
        removeCopy(path)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: original + suffix) {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        }
    }

    /// Deletes a copy with what SQLite puts beside it.
    static func removeCopy(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    private static func hasHeader(_ path: String) throws -> Bool {
        do {
            let file = try DatabaseQueue(path: path)
            defer { try? file.close() }
            _ = try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
            return true
        } catch let error as DatabaseError {
            return error.resultCode.primaryResultCode != .SQLITE_NOTADB
        }
    }
}

extension Database {
    /// The names of a table's columns; empty when the table does not exist, or its columns cannot be read.
    func columnNames(of table: String) -> [String] {
        (try? String.fetchAll(self, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])) ?? []
    }

    /// The key columns that rows are found by; empty when that is the rowid.
    func keyNames(of table: String) -> [String] {
        let isWithoutRowID =
            (try? Bool.fetchOne(self, sql: "SELECT wr FROM pragma_table_list(?)", arguments: [table])) ?? false
        guard isWithoutRowID else { return [] }
        let sql = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
        return (try? String.fetchAll(self, sql: sql, arguments: [table])) ?? []
    }
}

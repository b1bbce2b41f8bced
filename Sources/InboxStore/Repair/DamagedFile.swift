import Foundation
import GRDB

/// A copy of a damaged file, opened to read what can be read. The file itself is never written to.
struct DamagedFile {
    /// Nil when not even the list of tables can be read.
    private let database: DatabaseQueue?
    private let path: String

    /// - Parameter model: a sound file of ours, whose header stands in for one that is not readable.
    init(copying original: String, to path: String, model: String) throws {
        self.path = path
        Self.remove(path)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: original + suffix) {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        }
        if try !Self.hasHeader(path) { try Self.copyHeader(from: model, to: path) }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // A line of the schema that makes no sense is passed over, not the whole file.
            try database.execute(sql: "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON")
        }
        database = try? DatabaseQueue(path: path, configuration: configuration)
    }

    /// - Returns: nil when nothing can be read.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result? { try database?.unsafeRead(body) }

    /// Deletes the copy.
    func remove() throws {
        try database?.close()
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    // MARK: The header (SQLite file format §1.3)

    private static let headerSize = 100

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

    /// Page size, text encoding and the like are the same in all our files. The size is left to the file system, which a
    /// version number of the size other than that of the content asks for; nothing is free.
    private static func copyHeader(from model: String, to path: String) throws {
        let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: model))
        defer { try? source.close() }
        guard var header = try source.read(upToCount: headerSize), header.count == headerSize else { return }
        header.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        header.replaceSubrange(92..<96, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let target = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? target.close() }
        try target.write(contentsOf: header)
    }
}

extension Database {
    /// The names of a table's columns; empty when there is no such table, or nobody can say.
    func columnNames(of table: String) -> [String] {
        (try? String.fetchAll(self, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])) ?? []
    }

    /// The columns that rows are found by; empty when that is the rowid.
    func keyNames(of table: String) -> [String] {
        let isWithoutRowID =
            (try? Bool.fetchOne(self, sql: "SELECT wr FROM pragma_table_list(?)", arguments: [table])) ?? false
        guard isWithoutRowID else { return [] }
        let sql = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
        return (try? String.fetchAll(self, sql: sql, arguments: [table])) ?? []
    }
}

import Foundation
import GRDB

extension Store {
    /// Set from the removal of an account until nothing of it is left in the file.
    static let tracesKey = "hasTraces"

    /// Rewrites the file without what deleted rows leave in it: words in the index, free pages, the log of writes, the copy
    /// from before an upgrade. After nothing was removed it does nothing. It takes time and room as the whole file does;
    /// when it does not come to its end, the next call begins anew.
    package func wipeTraces() async throws(StoreError) {
        guard try read({ try $0.setting(Self.tracesKey) }) != nil else { return }
        do {
            try await database.barrierWriteWithoutTransaction { database in
                // What the index has of deleted messages goes when its parts become one.
                try database.execute(sql: "INSERT INTO messageText (messageText) VALUES ('optimize')")
                // The other file is as large as this one: not for memory.
                try database.execute(sql: "PRAGMA temp_store = FILE")
                defer { try? database.execute(sql: "PRAGMA temp_store = MEMORY") }
                try database.execute(sql: "VACUUM")
                guard try Self.emptyLog(database) else { return }
                if !path.isEmpty { try Self.removeCopy(of: path) }
                try database.run("DELETE FROM setting WHERE key = ?", Self.tracesKey)
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// - Returns: false while another process reads from it.
    private static func emptyLog(_ database: Database) throws -> Bool {
        try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)").map { $0[0] == 0 } ?? true
    }

    private static func removeCopy(of path: String) throws {
        let copy = StoreFile.copyPath(of: path)
        if FileManager.default.fileExists(atPath: copy) { try FileManager.default.removeItem(atPath: copy) }
    }
}

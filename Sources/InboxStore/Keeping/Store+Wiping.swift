import Foundation
import GRDB

extension Store {
    /// Set from the removal of an account until nothing of it is left in the file.
    static let tracesKey = "hasTraces"
    /// The setting's value once they are in the log of writes only.
    private static let onlyLog = "log"

    /// Rewrites the file without what deleted rows leave in it: words in the index, free pages, the log of writes, copies
    /// of the file. After nothing was removed it does nothing. It takes time and room as the whole file does;
    /// when it does not come to its end, the next call goes on. Others can read all the while, but for a moment at the end.
    package func wipeTraces() async throws(StoreError) {
        guard let left = try read({ try $0.setting(Self.tracesKey) }) else { return }
        do {
            if left != Self.onlyLog {
                try await database.writeWithoutTransaction { database in
                    // What the index has of deleted messages goes when its parts become one.
                    try database.execute(sql: "INSERT INTO messageText (messageText) VALUES ('optimize')")
                    // The other file is as large as this one: not for memory.
                    try database.execute(sql: "PRAGMA temp_store = FILE")
                    defer { try? database.execute(sql: "PRAGMA temp_store = MEMORY") }
                    // It moves tables to other pages.
                    if !path.isEmpty { try TableList.forget(beside: path) }
                    try database.execute(sql: "VACUUM")
                    if !path.isEmpty { try? TableList.keep(database, beside: path) }
                    try database.run("UPDATE setting SET value = ? WHERE key = ?", Self.onlyLog, Self.tracesKey)
                    // The most of the way back into the file, while others read.
                    try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
                }
            }
            // Screens read what they show: only for this they have to wait.
            try await database.barrierWriteWithoutTransaction { database in
                connection.logKeeper?.settle()
                guard try Self.emptyLog(database) else { return }
                if !path.isEmpty { try Self.removeCopies(of: path) }
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

    /// What upgrades and rescues left beside the file. A damaged one that was set aside stays: it may hold what nobody else has.
    private static func removeCopies(of path: String) throws {
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        let copies = [StoreFile.copyPath(of: name), StoreRescue.readingPath(of: name), StoreRescue.newPath(of: name)]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        where copies.contains(where: file.hasPrefix) {
            try FileManager.default.removeItem(atPath: (folder as NSString).appendingPathComponent(file))
        }
    }

    /// Damaged files that were set aside: they hold mail of that time, also of accounts that were removed since.
    package var setAside: [String] { path.isEmpty ? [] : FileExchange(path: path).kept }
}

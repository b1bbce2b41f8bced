import Foundation
import GRDB
import GRDBSQLite

extension Store {
    /// Set from the removal of an account until no trace of it is left in the file.
    static let tracesKey = "hasTraces"
    /// The setting's value once the traces are in the write-ahead log only.
    private static let onlyLog = "log"

    /// Rewrites the file without what deleted rows leave in it: words in the index, free pages, the write-ahead log,
    /// copies of the file. Does nothing if nothing was removed. Needs as much time and space as the whole file does. If
    /// it is interrupted, the next call continues. Others can read all the while, except for a moment at the end, and whoever
    /// wants to write goes first.
    /// - Parameter pause: waits before the file is rewritten again, after that was given up for a writer.
    package func wipeTraces(
        pause: @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(2)) }
    ) async throws(StoreError) {
        guard let left = try read({ try $0.setting(Self.tracesKey) }) else { return }
        do {
            if left != Self.onlyLog {
                // The index drops what it has of deleted messages when its parts are merged into one.
                var hasMore = try await write(waitsForDisk: false) { try $0.beginMergingAllWords() }
                while hasMore { hasMore = try await write(waitsForDisk: false) { try $0.mergeWords() } }
                while try await !database.writeWithoutTransaction(rewrite) {
                    await pause()
                    if Task.isCancelled { return }
                }
            }
            // Screens read what they show, and must wait only for this.
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

    /// - Returns: false if somebody wants to write, and nothing was rewritten.
    @Sendable private func rewrite(_ database: Database) throws -> Bool {
        // The new file is as large as this one: too large for memory.
        try database.execute(sql: "PRAGMA temp_store = FILE")
        defer { try? database.execute(sql: "PRAGMA temp_store = MEMORY") }
        // This moves tables to other pages.
        if !path.isEmpty { try TableList.forget(beside: path) }
        defer { if !path.isEmpty { try? TableList.keep(database, beside: path) } }
        do {
            try givingWay(database) { try database.execute(sql: "VACUUM") }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            return false
        }
        try database.run("UPDATE setting SET value = ? WHERE key = ?", Self.onlyLog, Self.tracesKey)
        // Writes most of the log back into the file, while others read.
        try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
        return true
    }

    /// Runs a long statement, which SQLite gives up (`SQLITE_INTERRUPT`) as soon as somebody wants to write.
    private func givingWay(_ database: Database, _ work: () throws -> Void) rethrows {
        let waiting = Unmanaged.passUnretained(queue).toOpaque()
        sqlite3_progress_handler(
            database.sqliteConnection, 1_000,
            { $0.map { Unmanaged<WriteQueue>.fromOpaque($0).takeUnretainedValue().count > 0 } == true ? 1 : 0 }, waiting
        )
        defer { sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil) }
        try work()
    }

    /// - Returns: false while another process reads from the log.
    private static func emptyLog(_ database: Database) throws -> Bool {
        try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)").map { $0[0] == 0 } ?? true
    }

    /// Deletes what upgrades and rescues left beside the file, except damaged files that were set aside: only they may
    /// hold some data.
    private static func removeCopies(of path: String) throws {
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        let copies = [StoreFile.copyPath(of: name), StoreRescue.readingPath(of: name), StoreRescue.newPath(of: name)]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        where copies.contains(where: file.hasPrefix) {
            try FileManager.default.removeItem(atPath: (folder as NSString).appendingPathComponent(file))
        }
    }

    /// Damaged files that were set aside. They hold mail of their time, also of accounts that were removed since.
    package var setAside: [String] { path.isEmpty ? [] : FileExchange(path: path).kept }
}

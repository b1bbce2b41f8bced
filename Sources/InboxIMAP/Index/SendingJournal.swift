import Foundation
import GRDB
import InboxModel
import Synchronization

/// What only this machine knows of an account: how far sendings came, and files of drafts that are not on the server yet. It lies in a file of
/// its own, so that making the index anew loses none of it, or a message could be sent twice. Opened when it is needed first.
///
/// Every commit reaches the disk (WAL with `synchronous` FULL: the log is flushed before a commit returns). The file has no versions: later
/// ones may only add tables, and columns with defaults, so that each version can use the file of any other. If it is damaged, it is set aside,
/// and what can be read of the sendings goes into a new one.
final class SendingJournal: Sendable {
    private let path: String?
    private let now: @Sendable () -> Date
    private let opened = Mutex<Opened?>(nil)

    private struct Opened {
        let queue: DatabaseQueue
        let identity: FileIdentity?
    }

    /// In the name of an index, what follows an `@` is the server; this is of the account, wherever its server is.
    static func path(beside index: String) -> String {
        let name = index.lastIndex(of: "/").map { index[$0...] } ?? index[...]
        return index[..<(name.firstIndex(of: "@") ?? index.endIndex)] + "-sending"
    }
    static func damagedPath(of path: String) -> String { path + ".damaged" }

    /// - Parameter path: nil keeps it in memory.
    init(path: String?, now: @escaping @Sendable () -> Date) { (self.path, self.now) = (path, now) }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try use { try $0.read(body) } }
    func write<Value>(_ body: (Database, Date) throws -> Value) throws -> Value {
        try use { queue in try queue.write { try body($0, now()) } }
    }
}

extension SendingJournal {
    private func use<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        try opened.withLock { opened in
            // Another process may have set the file aside: nothing must be written to that one any more.
            if let path, let known = opened, known.identity != FileIdentity(path: path) { opened = nil }
            let current = try opened ?? open()
            opened = current
            do { return try body(current.queue) } catch  where IndexFile.isDamage(error) {
                guard let path else { throw error }
                opened = nil
                try? current.queue.close()
                let anew = try PrivateFile.withLock(IndexFile.lockPath(of: path)) {
                    current.identity == FileIdentity(path: path) ? try openAnew(path) : try openOnce(path)
                }
                opened = anew
                return try body(anew.queue)
            }
        }
    }

    private func open() throws -> Opened {
        guard let path else {
            let queue = try DatabaseQueue()
            try queue.write { try $0.execute(sql: Self.tables) }
            return Opened(queue: queue, identity: nil)
        }
        return try PrivateFile.withLock(IndexFile.lockPath(of: path)) {
            do { return try openOnce(path) } catch  where IndexFile.isDamage(error) { return try openAnew(path) }
        }
    }

    private func openOnce(_ path: String) throws -> Opened {
        try PrivateFile.create(path)
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
        do {
            // Opening sets NORMAL, so this comes after it.
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try queue.write { database in
                try database.execute(sql: Self.tables)
                guard try String.fetchOne(database, sql: "PRAGMA integrity_check('submission')") == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
            }
            return Opened(queue: queue, identity: FileIdentity(path: path))
        } catch {
            try? queue.close()
            throw error
        }
    }

    private func openAnew(_ path: String) throws -> Opened {
        let rescued = rescue(path)
        let aside = Self.damagedPath(of: path)
        guard rename(path, aside) == 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
        PrivateFile.remove(path)
        let opened = try openOnce(path)
        try opened.queue.write { database in
            for row in rescued {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO submission (messageID, stage, refusals, date) VALUES (?, ?, ?, ?)",
                    arguments: StatementArguments(row))
            }
        }
        return opened
    }

    /// The rows of sendings up to where the damage begins.
    private func rescue(_ path: String) -> [[DatabaseValue]] {
        var rows: [[DatabaseValue]] = []
        guard let queue = try? DatabaseQueue(path: path, configuration: Self.configuration()) else { return [] }
        defer { try? queue.close() }
        try? queue.read { database in
            let sql = "SELECT messageID, stage, refusals, date FROM submission NOT INDEXED"
            let cursor = try Row.fetchCursor(database, sql: sql)
            while let row = try cursor.next() { rows.append(Array(row.databaseValues)) }
        }
        return rows
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.journalMode = .wal
        configuration.prepareDatabase { database in
            // Files of drafts are large, and give their room back. This has to come before anything is in the file.
            try database.execute(
                sql: "PRAGMA auto_vacuum = FULL; PRAGMA cache_size = -500; PRAGMA journal_size_limit = 1000000")
        }
        return configuration
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS submission (
            messageID TEXT PRIMARY KEY, stage TEXT NOT NULL, refusals TEXT, date INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS upload (
            id TEXT PRIMARY KEY, fileName TEXT NOT NULL, contentType TEXT NOT NULL, bytes BLOB NOT NULL, date INTEGER NOT NULL
        ) STRICT;
        """
}

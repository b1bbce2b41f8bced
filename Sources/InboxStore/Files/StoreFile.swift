import CSQLiteSetup
import Foundation
import GRDB

/// The opening of a store's file: private, of a known version, and copied aside before its schema changes.
struct StoreFile {
    let path: String
    let migrator: Migrator
    /// Runs work during which nobody else may have the file open.
    var whileAlone: Store.WhileAlone = Store.unguarded
    /// Whether to open it as on a full disk.
    var isAlone = false
    /// Runs the checkpoints of the log; without it, SQLite does.
    var logKeeper: LogKeeper?

    func open() throws -> any DatabaseWriter {
        try FileExchange(path: path).takeBack()
        let opened = try openUpToDate()
        // If the list can't be kept, as on a full disk, only the copy is lost.
        try? opened.read { try TableList.keep($0, beside: path) }
        return opened
    }

    private func openUpToDate() throws -> any DatabaseWriter {
        let exists = FileManager.default.fileExists(atPath: path)
        if exists { try refuseNewer() } else { Self.makePrivate(path) }
        let opened = try connect()
        // Checks again: on a full disk, a read-only connection can't read either.
        if try opened.read(migrator.isNewer) { throw StoreError.newerVersion(path: path) }
        let isOld = { try !opened.read(migrator.isUpToDate) }
        guard try isOld() else { return opened }
        guard exists else {
            try migrator.migrate(opened)
            return opened
        }
        // An older version that has it open would go on writing by its own rules.
        let isDone = try whileAlone(isOld) {
            try copyAside(opened)
            try migrator.migrate(opened)
        }
        guard isDone else { throw StoreError.olderVersionRuns(path: path) }
        return opened
    }

    /// The path that the file is copied to before its schema changes.
    static func copyPath(of path: String) -> String { path + ".before-upgrade" }

    /// Checks without writing, because opening for writing already changes the file. Opening reports any other problem.
    func refuseNewer() throws {
        _ = Self.isSetUp
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
        let isNewer = try? queue.read(migrator.isNewer)
        try? queue.close()
        if isNewer == true { throw StoreError.newerVersion(path: path) }
    }

    /// Creates the file closed to others from the start: SQLite gives its mode to the files beside it. Opening reports failures.
    static func makePrivate(_ path: String) {
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// On a full disk there is no room for the file that readers share. A single connection works without it, so that
    /// stored data can still be read.
    private func connect() throws -> any DatabaseWriter {
        do {
            if isAlone { throw StoreError.diskFull }
            return try DatabasePool(path: path, configuration: Self.configuration(logKeeper: logKeeper))
        } catch let error where StoreError(error, path: path).isLack {
            return try DatabaseQueue(path: path, configuration: Self.configuration(isAlone: true))
        }
    }

    /// Makes a connection that was alone share the file. A journal that was begun alone can't be shared, so it is ended first.
    static func share(_ database: Database) throws {
        do {
            // On failure, SQLite returns the current mode and no error.
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                throw StoreError.locked
            }
            try database.execute(sql: "PRAGMA locking_mode = NORMAL")
            // The next read releases the lock.
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
        } catch {
            try? database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL")
            throw error
        }
    }

    /// Once for the whole process.
    private static let isSetUp = csqlite_setup() == 0

    static func configuration(isAlone: Bool = false, logKeeper: LogKeeper? = nil) -> Configuration {
        _ = isSetUp
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            // This must precede any read, or SQLite requests the shared file after all.
            if isAlone { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            // The user's actions must survive a loss of power, not only a crash. With a longer log, a page that many commits
            // change is written back to the file once. The writer's cache holds what a page of a first sync changes.
            let cache = database.configuration.readonly ? 8_000 : 32_000
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA cache_size = -\(cache); PRAGMA temp_store = MEMORY; \
                    PRAGMA wal_autocheckpoint = 16000
                    """)
            DatabaseFunction.predicates.forEach { database.add(function: $0) }
            guard let logKeeper, !database.configuration.readonly else { return }
            logKeeper.watch(database)
            try logKeeper.begin(database)
        }
        return configuration
    }

    /// The copy gets its name when it is complete, so an unfinished copy of an earlier start is never used. Nor does half a copy take the
    /// room that a disk has left.
    private func copyAside(_ opened: any DatabaseWriter) throws {
        let isEmpty = try opened.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") == 0 }
        if isEmpty { return }
        let copy = Self.copyPath(of: path)
        let unfinished = copy + ".unfinished"
        Self.removeUnfinished(unfinished)
        defer { Self.removeUnfinished(unfinished) }
        Self.makePrivate(unfinished)
        let target = try DatabaseQueue(path: unfinished)
        do { try opened.backup(to: target) } catch {
            // The file is removed only once nobody has it open.
            try? target.close()
            throw error
        }
        try target.close()
        guard rename(unfinished, copy) == 0 else { throw StoreError.notWritable(path: copy) }
    }

    private static func removeUnfinished(_ path: String) {
        for file in [path, path + "-journal"] { unlink(file) }
    }
}

import CSQLiteSetup
import Foundation
import GRDB

/// Opening the file of a store: private, of a version that is known, and copied aside before its schema changes.
struct StoreFile {
    let path: String
    let migrator: Migrator
    /// Does what nobody else may have the file open for.
    var whileAlone: Store.WhileAlone = Store.unguarded
    /// Whether it is opened as on a full disk.
    var isAlone = false
    /// Brings the log back; without one SQLite does.
    var logKeeper: LogKeeper?

    func open() throws -> any DatabaseWriter {
        try FileExchange(path: path).takeBack()
        let opened = try openUpToDate()
        // Where it can't be kept, as on a full disk, nothing is lost but what it is kept for.
        try? opened.read { try TableList.keep($0, beside: path) }
        return opened
    }

    private func openUpToDate() throws -> any DatabaseWriter {
        let exists = FileManager.default.fileExists(atPath: path)
        if exists { try refuseNewer() } else { Self.makePrivate(path) }
        let opened = try connect()
        // Again, for on a full disk what may not write can't read either.
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

    /// Where the file is copied to before its schema changes.
    static func copyPath(of path: String) -> String { path + ".before-upgrade" }

    /// Looks without writing, because opening for writing already changes the file. What else is wrong, opening tells.
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

    /// Closed to others from the start: the files that SQLite puts beside it get its mode. What fails here, opening tells.
    static func makePrivate(_ path: String) {
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// On a full disk there is no room for the file that readers share. A single connection does without it, so that
    /// what is there can still be read.
    private func connect() throws -> any DatabaseWriter {
        do {
            if isAlone { throw StoreError.diskFull }
            return try DatabasePool(path: path, configuration: Self.configuration(logKeeper: logKeeper))
        } catch let error where StoreError(error, path: path) == .diskFull {
            return try DatabaseQueue(path: path, configuration: Self.configuration(isAlone: true))
        }
    }

    /// Has a connection that was alone share the file. A journal that was begun alone can't be shared, so it is ended first.
    static func share(_ database: Database) throws {
        do {
            // SQLite says which one it is then, and is not sorry.
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                throw StoreError.locked
            }
            try database.execute(sql: "PRAGMA locking_mode = NORMAL")
            // The lock goes with the next look.
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
            // Before anything is read, or the shared file is asked for after all.
            if isAlone { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            // What the user did must survive a loss of power, not only a crash. A longer log writes a page that many
            // commits change back to the file once; the writer's memory holds what a page of a first sync changes.
            let cache = database.configuration.readonly ? 8_000 : 32_000
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA cache_size = -\(cache); PRAGMA temp_store = MEMORY; \
                    PRAGMA wal_autocheckpoint = 16000
                    """)
            DatabaseFunction.predicates.forEach { database.add(function: $0) }
            if !database.configuration.readonly { logKeeper?.watch(database) }
        }
        return configuration
    }

    /// The copy gets its name when it is whole, so one that an earlier start could not finish is never taken for good.
    private func copyAside(_ opened: any DatabaseWriter) throws {
        let isEmpty = try opened.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") == 0 }
        if isEmpty { return }
        let copy = Self.copyPath(of: path)
        let unfinished = copy + ".unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        Self.makePrivate(unfinished)
        let target = try DatabaseQueue(path: unfinished)
        try opened.backup(to: target)
        try target.close()
        guard rename(unfinished, copy) == 0 else { throw StoreError.notWritable(path: copy) }
    }
}

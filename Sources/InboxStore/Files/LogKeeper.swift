import CSQLiteSetup
import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// A keeper of the write-ahead log, which it writes back into the store's file (a checkpoint, sqlite.org/wal.html §2.1)
/// beside the writer. SQLite by itself does that within the commit that makes the log too long, and a key press then
/// waits until thousands of pages are written and flushed.
final class LogKeeper: Sendable {
    /// In pages of the log.
    struct Limits {
        /// With this many pages that are not in the file yet, a checkpoint starts beside the writer.
        var beside: CInt = 4_000
        /// The commit that makes the log this long runs the checkpoint itself: without a pause in writing, only that lets
        /// the log restart.
        var within: CInt = 32_000
    }

    private let path: String
    private let limits: Limits
    private let queue = DispatchQueue(label: "maraca.log", qos: .utility)
    private let isKeeping = Atomic<Bool>(false)
    /// How much of the log is in the file.
    private let kept = Atomic<CInt>(0)

    init(path: String, limits: Limits) {
        self.path = path
        self.limits = limits
    }

    /// Replaces SQLite's automatic checkpoints. The connection must not outlive this object.
    func watch(_ database: Database) {
        sqlite3_wal_hook(
            database.sqliteConnection,
            { keeper, connection, name, pages in
                guard let keeper else { return SQLITE_OK }
                Unmanaged<LogKeeper>.fromOpaque(keeper).takeUnretainedValue().written(connection, name, pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Gives the log of a connection a first byte, if it is empty. GRDB else creates a table and drops it, which changes the schema, writes
    /// file and log, and waits for the disk four times, at each start of a program that is alone with the file. To SQLite a log that is
    /// shorter than its head is empty (`walIndexRecover`).
    func begin(_ database: Database) throws {
        // SQLite creates the log before it reads, and nobody removes it while this connection is open.
        _ = try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
        csqlite_lengthen(path + "-wal")
    }

    /// Waits for a checkpoint that is under way, for a caller that needs the log or the file to itself.
    func settle() { queue.sync {} }

    /// - Parameter pages: the length of the log.
    private func written(_ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ pages: CInt) {
        if pages >= limits.within {
            // If the checkpoint fails, as on a full disk, the log holds everything and the next commit tries again.
            sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        } else {
            // A shorter log has restarted.
            if pages < kept.load(ordering: .relaxed) { kept.store(0, ordering: .relaxed) }
            guard pages - kept.load(ordering: .relaxed) >= limits.beside,
                !isKeeping.exchange(true, ordering: .relaxed)
            else { return }
            queue.async { [self] in
                keep()
                isKeeping.store(false, ordering: .relaxed)
            }
        }
    }

    /// Uses a connection of its own and closes it: another file may replace this one when nobody has it open.
    private func keep() {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            // SQLite does not look for a log before its first read.
            sqlite3_exec(connection, "PRAGMA schema_version", nil, nil, nil) == SQLITE_OK
        else { return }
        var done: CInt = 0
        // A failed checkpoint is tried again after the next commit.
        guard sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &done) == SQLITE_OK else {
            return
        }
        kept.store(done, ordering: .relaxed)
    }
}

import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Brings the log of writes back into the store's file (a checkpoint, sqlite.org/wal.html §2.1) beside the writer. Left to itself
/// SQLite does that within the commit that makes the log too long, and whoever presses a key then waits until thousands of pages
/// are written and flushed.
final class LogKeeper: Sendable {
    /// In pages of the log.
    struct Limits {
        /// When so many are not in the file yet they are brought there beside the writer.
        var beside: CInt = 4_000
        /// A log as long as this is brought back by its commit: while somebody writes without a pause nothing else lets it begin anew.
        var within: CInt = 32_000
    }

    private let path: String
    private let limits: Limits
    private let queue = DispatchQueue(label: "maraca.log", qos: .utility)
    private let isKeeping = Atomic<Bool>(false)
    /// How much of the log is in the file.
    private let kept = Atomic<CInt>(0)

    init(path: String, limits: Limits = Limits()) {
        self.path = path
        self.limits = limits
    }

    /// Takes the place of SQLite's own way. The connection must not outlive this.
    func watch(_ database: Database) {
        sqlite3_wal_hook(
            database.sqliteConnection,
            { keeper, connection, name, pages in
                guard let keeper else { return SQLITE_OK }
                Unmanaged<LogKeeper>.fromOpaque(keeper).takeUnretainedValue().written(connection, name, pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Waits for what is under way, for whoever wants the log, or the file, for themselves.
    func settle() { queue.sync {} }

    /// - Parameter pages: how long the log is.
    private func written(_ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ pages: CInt) {
        if pages >= limits.within {
            // Where that fails, as on a full disk, the log holds everything and the next commit tries again.
            sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        } else {
            // A shorter one has begun anew.
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

    /// Through a connection of its own, which is not left open: another file may take the place of this one when nobody has it open.
    private func keep() {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            // SQLite does not look for a log before it has read something.
            sqlite3_exec(connection, "PRAGMA schema_version", nil, nil, nil) == SQLITE_OK
        else { return }
        var done: CInt = 0
        // What fails is tried again after the next commit.
        guard sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &done) == SQLITE_OK else {
            return
        }
        kept.store(done, ordering: .relaxed)
    }
}

import Foundation
import Synchronization

/// Limits a data file to one server. Another server would consider mail that this one is handing over lost, and neither would
/// notice the other's changes. The lock ends with its process, however the process ends.
final class DataFileLock: Sendable {
    /// A separate file, because closing the data file would release SQLite's own locks.
    private let file: Mutex<Int32>
    private let path: String

    /// - Throws: `dataFileInUse`. Where locking is impossible, as on a full disk or some network disks, no server gets a
    ///   lock.
    init(_ path: String) throws(ServerError) {
        self.path = path + ".lock"
        let file = open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        self.file = Mutex(file)
        guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw .dataFileInUse(path: path)
    }

    /// Releases the lock and deletes its file, beside a file that no server can use.
    func remove() {
        unlink(path)
        release()
    }

    func release() {
        file.withLock { file in
            if file >= 0 {
                // A program that is just starting may share the file for a moment, so unlock it.
                flock(file, LOCK_UN)
                close(file)
            }
            file = -1
        }
    }

    deinit { release() }
}

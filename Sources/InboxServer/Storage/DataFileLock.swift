import Foundation
import Synchronization

/// Keeps a data file to one server: another one would take the letters that this one is handing over for lost, and neither
/// would hear of what the other changes. It goes with its process, however that ends.
final class DataFileLock: Sendable {
    /// Not the data file itself: to close that would end SQLite's own locks.
    private let file: Mutex<Int32>

    /// - Throws: `dataFileInUse`. Where there can be no lock, as on a full disk or some network disks, nobody has one.
    init(_ path: String) throws(ServerError) {
        let file = open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        self.file = Mutex(file)
        guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw .dataFileInUse(path: path)
    }

    func release() {
        file.withLock { file in
            if file >= 0 {
                // A program that is just being started may have the file for a moment, too.
                flock(file, LOCK_UN)
                close(file)
            }
            file = -1
        }
    }

    deinit { release() }
}

import Foundation
import Synchronization

/// One process syncs a home at a time. The lock goes with its process, however that ends.
final class SyncLock: Sendable {
    private let file: Int32

    /// Nil when another process holds it.
    init?(path: String) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        self.file = file
    }

    deinit { close(file) }
}

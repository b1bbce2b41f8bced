import Foundation
import Synchronization

/// A home is synced by one process at a time, and used by many, but by none while it is repaired. The lock goes with its
/// process, however that ends.
final class ProcessLock: Sendable {
    private let file: Int32

    /// Nil when another process holds it.
    /// - Parameter isShared: with all others that share it; else alone.
    init?(path: String, isShared: Bool = false) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        guard flock(file, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        self.file = file
    }

    /// Whether another process holds it alone. A lock whose file cannot be opened is held by nobody.
    static func isHeld(path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { close(file) }
}

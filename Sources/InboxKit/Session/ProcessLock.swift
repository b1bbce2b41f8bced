import Foundation

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

    /// Shares it, and waits while another process has it alone: what that does is soon over.
    /// - Parameter isWorthIt: looked at again whenever it stands in the way.
    static func shared(path: String, within limit: Duration, while isWorthIt: () -> Bool) -> ProcessLock? {
        let end = ContinuousClock.now + limit
        while true {
            if let lock = ProcessLock(path: path, isShared: true) { return lock }
            guard isHeld(path: path), isWorthIt(), ContinuousClock.now < end else { return nil }
            usleep(pause)
        }
    }

    /// Does what nobody else may share the lock for, and shares it again. Others that want the same take turns.
    /// - Parameter isNeeded: looked at again whenever others stand in the way: one of them may have done it.
    /// - Returns: false when others kept it for too long; then nothing was done.
    func alone(within limit: Duration, _ isNeeded: () throws -> Bool, _ work: () throws -> Void) throws -> Bool {
        let end = ContinuousClock.now + limit
        // To ask for it alone gives up the share, whatever the answer is. Who has it alone meanwhile shares it soon.
        defer { while flock(file, LOCK_SH) != 0, errno == EINTR {} }
        while try isNeeded() {
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                // Another may have done it between the two looks.
                if try isNeeded() { try work() }
                return true
            }
            guard ContinuousClock.now < end else { return false }
            usleep(Self.pause)
        }
        return true
    }

    /// Microseconds between two looks.
    private static let pause: UInt32 = 50_000

    /// Why there can be no lock, as an error code of the system; nil when there can.
    static func problem(path: String) -> Int32? {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        close(file)
        return nil
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

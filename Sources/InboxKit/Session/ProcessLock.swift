import Foundation

/// A home is synced by one process at a time, and used by many, but by none during a repair. The lock ends with its process.
final class ProcessLock: Sendable {
    private let file: Int32

    /// Nil if another process holds the lock.
    /// - Parameter isShared: whether to share it with others that share it, or hold it alone.
    init?(path: String, isShared: Bool = false) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        guard flock(file, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        self.file = file
    }

    /// Takes the lock shared, and waits while another process holds it exclusively, which is soon over.
    /// - Parameter isWorthIt: whether to keep waiting; checked after each failed attempt.
    static func shared(path: String, within limit: Duration, while isWorthIt: () -> Bool) -> ProcessLock? {
        let end = ContinuousClock.now + limit
        while true {
            if let lock = ProcessLock(path: path, isShared: true) { return lock }
            guard isWorthIt(), ContinuousClock.now < end else { return nil }
            // It was released just now, or can't be taken at all.
            guard isHeld(path: path) else { return ProcessLock(path: path, isShared: true) }
            usleep(pause)
        }
    }

    /// Does work that needs the lock exclusively, and then shares the lock again. Processes that want the same take turns.
    /// - Parameter isNeeded: checked again before each attempt, since another process may have done the work.
    /// - Returns: false if others kept the lock for too long, in which case nothing was done.
    func alone(within limit: Duration, _ isNeeded: () throws -> Bool, _ work: () throws -> Void) throws -> Bool {
        let end = ContinuousClock.now + limit
        // Requesting the exclusive lock gives up the shared one, whatever the result. A process that gets it meanwhile soon shares
        // it again.
        defer { while flock(file, LOCK_SH) != 0, errno == EINTR {} }
        while try isNeeded() {
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                // Another process may have done the work since the last check.
                if try isNeeded() { try work() }
                return true
            }
            guard ContinuousClock.now < end else { return false }
            usleep(Self.pause)
        }
        return true
    }

    /// The time between two attempts, in microseconds.
    private static let pause: UInt32 = 50_000

    /// Why the lock can't be taken at all, as an error code of the system; nil if it can.
    static func problem(path: String) -> Int32? {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        close(file)
        return nil
    }

    /// Whether another process holds the lock exclusively. A lock whose file can't be opened counts as free.
    static func isHeld(path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { close(file) }
}

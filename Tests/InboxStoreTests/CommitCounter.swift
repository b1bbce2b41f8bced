import Synchronization

/// Counts the commits that a listener receives.
final class CommitCounter: Sendable {
    private let heard = Mutex(0)

    func count() { heard.withLock { $0 += 1 } }
    var value: Int { heard.withLock(\.self) }
}

import Synchronization

/// Counts what a listener hears.
final class CommitCounter: Sendable {
    private let heard = Mutex(0)

    func count() { heard.withLock { $0 += 1 } }
    var value: Int { heard.withLock(\.self) }
}

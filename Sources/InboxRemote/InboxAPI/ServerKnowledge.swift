import Synchronization

/// What a service has learned about its server, shared by its copies.
final class ServerKnowledge: Sendable {
    private struct Facts {
        var hasLabels: Bool?
        var skipped = 0
    }

    private let facts = Mutex(Facts())

    /// Nil until the server has said so.
    var hasLabels: Bool? {
        get { facts.withLock { $0.hasLabels } }
        set { facts.withLock { $0.hasLabels = newValue } }
    }

    var skipped: Int {
        facts.withLock { $0.skipped }
    }

    func skip(_ count: Int) {
        facts.withLock { $0.skipped += count }
    }
}

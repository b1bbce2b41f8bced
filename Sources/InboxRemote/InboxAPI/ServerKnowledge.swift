import Synchronization

/// Facts that a service has learned about its server, shared by its copies.
final class ServerKnowledge: Sendable {
    private struct Facts {
        var hasLabels: Bool?
        var leftOut = LeftOut()
        var steps = ChangeSteps()
    }

    private let facts = Mutex(Facts())

    /// Nil until the server has said.
    var hasLabels: Bool? {
        get { facts.withLock { $0.hasLabels } }
        set { facts.withLock { $0.hasLabels = newValue } }
    }

    var leftOut: Set<UInt64> { facts.withLock { $0.leftOut.numbers } }

    func skip(_ unreadable: [UInt64]) {
        if !unreadable.isEmpty { facts.withLock { $0.leftOut.take(unreadable) } }
    }

    /// Records that changes were read up to a cursor.
    /// - Parameter hasMore: whether the server says that there are more.
    /// - Returns: whether to ask for more.
    func leadsOn(to cursor: String, hasMore: Bool) -> Bool {
        facts.withLock { facts in
            guard hasMore else {
                facts.steps.end()
                return false
            }
            return facts.steps.leadsOn(to: cursor)
        }
    }
}

import InboxModel
import Synchronization

/// Facts that a service has learned about its server, shared by its copies.
final class ServerKnowledge: Sendable {
    private struct Facts {
        var hasLabels: Bool?
        var leftOut = LeftOut()
        var steps = ChangeSteps()
        var threads = ThreadsChanged()
    }

    /// The threads that have changed between a state and a later cursor.
    struct ThreadsChanged: Sendable {
        var state = ""
        var cursor = ""
        var ids: Set<RemoteID> = []
    }

    private let facts = Mutex(Facts())

    /// Nil until the server has said.
    var hasLabels: Bool? {
        get { facts.withLock { $0.hasLabels } }
        set { facts.withLock { $0.hasLabels = newValue } }
    }

    /// What was last found out about threads, so that the next look begins where that ended.
    var threads: ThreadsChanged {
        get { facts.withLock { $0.threads } }
        set { facts.withLock { $0.threads = newValue } }
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

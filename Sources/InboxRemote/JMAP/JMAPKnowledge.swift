import InboxModel
import Synchronization

/// What a service has learned about its server, shared by its copies.
final class JMAPKnowledge: Sendable {
    private struct Facts {
        var leftOut = LeftOut()
        var windows: [String: IDWindow] = [:]
        var unknownProperties: Set<String> = []
        var lost: [String: Int] = [:]
        var refusesHolds = false
        var refusesAnchors = false
        var stateless: Set<String> = []
        var tellsOrders: Bool?
        var emptyLists = 0
        var barrenPages: [String: Int] = [:]
        var steps = ChangeSteps()
    }

    private let facts = Mutex(Facts())

    var leftOut: Set<UInt64> { facts.withLock { $0.leftOut.numbers } }

    func skip(_ unreadable: [UInt64]) {
        if !unreadable.isEmpty { facts.withLock { $0.leftOut.take(unreadable) } }
    }

    /// Properties that this server does not have, so that they are not asked for again.
    var unknownProperties: Set<String> { facts.withLock { $0.unknownProperties } }

    /// - Returns: false when all of that was known.
    func learn(unknownProperties names: Set<String>) -> Bool {
        facts.withLock { facts in
            let isNew = !facts.unknownProperties.isSuperset(of: names)
            facts.unknownProperties.formUnion(names)
            return isNew
        }
    }

    /// Of a call that one can do without, that its connection was lost.
    func lost(_ call: String) { facts.withLock { $0.lost[call, default: 0] += 1 } }
    /// Whether that happened twice: such a call is not made again.
    func isSwitchedOff(_ call: String) -> Bool { facts.withLock { $0.lost[call, default: 0] >= 2 } }

    /// How often the list of all mail was empty though mailboxes were not, this time included.
    func foundNothing() -> Int {
        facts.withLock { facts in
            facts.emptyLists += 1
            return facts.emptyLists
        }
    }

    /// A page of a walk listed emails.
    /// - Parameter found: whether the server has one of them.
    /// - Returns: of how many pages in a row it has none, at most this many; then they are counted anew.
    func listed(_ walk: String, found: Bool, most: Int) -> Int {
        facts.withLock { facts in
            let count = found ? 0 : facts.barrenPages[walk, default: 0] + 1
            facts.barrenPages[walk] = count < most ? count : 0
            return count
        }
    }

    /// Changes were told in a step that is not the last, as it says.
    /// - Returns: whether it leads on.
    func stepped(to state: SyncState) -> Bool { facts.withLock { $0.steps.leadsOn(to: state.text) } }

    /// All changes were told.
    func endedSteps() { facts.withLock { $0.steps.end() } }

    /// It has said no to an order that it was to keep, whatever it says of itself.
    var refusesHolds: Bool {
        get { facts.withLock { $0.refusesHolds } }
        set { facts.withLock { $0.refusesHolds = newValue } }
    }

    /// Whether it tells what became of orders to send; nil until it was asked. Some take them and tell nothing (James).
    var tellsOrders: Bool? {
        get { facts.withLock { $0.tellsOrders } }
        set { facts.withLock { $0.tellsOrders = newValue } }
    }

    /// It knows no anchors in lists, though RFC 8620 §5.5 has them (James).
    var refusesAnchors: Bool {
        get { facts.withLock { $0.refusesAnchors } }
        set { facts.withLock { $0.refusesAnchors = newValue } }
    }

    /// Of a method that makes something, that it is bound to no state: some know no `ifInState` there, though RFC 8620 §5.3 has it.
    func isStateless(_ method: String) -> Bool { facts.withLock { $0.stateless.contains(method) } }
    func noteStateless(_ method: String) { facts.withLock { _ = $0.stateless.insert(method) } }

    /// Ids of a walk that the server has told already.
    func window(_ walk: String) -> IDWindow? { facts.withLock { $0.windows[walk] } }
    func setWindow(_ window: IDWindow?, of walk: String) { facts.withLock { $0.windows[walk] = window } }
}

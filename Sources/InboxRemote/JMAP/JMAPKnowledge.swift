import InboxModel
import Synchronization

/// Facts that a service has learned about its server, shared by its copies.
final class JMAPKnowledge: Sendable {
    private struct Facts {
        var leftOut = LeftOut()
        var windows: [String: IDWindow] = [:]
        var unknownProperties: Set<String> = []
        var pieceSizes: [JMAPService.Detail: PieceSize] = [:]
        var breaks: [String: Int] = [:]
        var lost: [String: Int] = [:]
        var refusesHolds = false
        var refusesAnchors = false
        var refusesThreads = false
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

    /// Properties that the server does not support and that are no longer requested.
    var unknownProperties: Set<String> { facts.withLock { $0.unknownProperties } }

    /// - Returns: false if all of them were already known.
    func learn(unknownProperties names: Set<String>) -> Bool {
        facts.withLock { facts in
            let isNew = !facts.unknownProperties.isSuperset(of: names)
            facts.unknownProperties.formUnion(names)
            return isNew
        }
    }

    /// How many emails to request at once, with so much of each.
    func size(of detail: JMAPService.Detail) -> Int {
        facts.withLock { $0.pieceSizes[detail, default: PieceSize()].wanted(atMost: detail.pieceSize) }
    }

    func note(taken count: Int, of detail: JMAPService.Detail, in time: Duration) {
        facts.withLock { $0.pieceSizes[detail, default: PieceSize()].note(taken: count, in: time) }
    }

    /// Records why a request for emails has failed.
    func note(_ error: RemoteError, at ids: [String], of detail: JMAPService.Detail) {
        let isOne = ids.count == 1
        facts.withLock { facts in
            if error.refusesNumber, !isOne { facts.pieceSizes[detail, default: PieceSize()].note(refused: ids.count) }
            if error.brokeOff || error.cameTooLate {
                facts.pieceSizes[detail, default: PieceSize()].note(lost: ids.count)
            }
            if error.brokeOff, isOne, let id = ids.first { facts.breaks[id, default: 0] += 1 }
        }
    }

    /// Records that an answer broke off that is longer than one with as many emails as are requested at once.
    func noteTooLong(_ detail: JMAPService.Detail) {
        facts.withLock { facts in
            let size = facts.pieceSizes[detail, default: PieceSize()].wanted(atMost: detail.pieceSize)
            facts.pieceSizes[detail, default: PieceSize()].note(lost: size)
        }
    }

    /// Whether the connection broke three times while the server was to give just this email.
    func keepsBreaking(at id: String) -> Bool { facts.withLock { $0.breaks[id, default: 0] > 2 } }

    /// Records that an optional call, and only that, failed or lost its connection.
    func lost(_ call: String) { facts.withLock { $0.lost[call, default: 0] += 1 } }
    /// Records that an optional call was answered, so that failures long apart do not add up.
    func answered(_ call: String) { facts.withLock { $0.lost[call] = nil } }
    /// Whether it failed twice in a row; then the call is no longer made.
    func isSwitchedOff(_ call: String) -> Bool { facts.withLock { $0.lost[call, default: 0] >= 2 } }

    /// Returns how often, including now, the list of all mail was empty although mailboxes were not.
    func foundNothing() -> Int {
        facts.withLock { facts in
            facts.emptyLists += 1
            return facts.emptyLists
        }
    }

    /// Records that a page of a walk listed emails.
    /// - Parameter found: whether the server has one of them.
    /// - Returns: the number of consecutive pages without one. The count restarts when it reaches `most`.
    func listed(_ walk: String, found: Bool, most: Int) -> Int {
        facts.withLock { facts in
            let count = found ? 0 : facts.barrenPages[walk, default: 0] + 1
            facts.barrenPages[walk] = count < most ? count : 0
            return count
        }
    }

    /// Records that the server reported changes up to a state and announced more.
    /// - Returns: whether to continue.
    func stepped(to state: SyncState) -> Bool { facts.withLock { $0.steps.leadsOn(to: state.text) } }

    /// Records that all changes were reported.
    func endedSteps() { facts.withLock { $0.steps.end() } }

    /// Whether the server has refused to hold a message, whatever its session says.
    var refusesHolds: Bool {
        get { facts.withLock { $0.refusesHolds } }
        set { facts.withLock { $0.refusesHolds = newValue } }
    }

    /// Whether the server reports what became of submissions; nil before it was asked. Some accept them and report nothing (James).
    var tellsOrders: Bool? {
        get { facts.withLock { $0.tellsOrders } }
        set { facts.withLock { $0.tellsOrders = newValue } }
    }

    /// Whether the server lacks anchors in queries, which RFC 8620 §5.5 defines (James).
    var refusesAnchors: Bool {
        get { facts.withLock { $0.refusesAnchors } }
        set { facts.withLock { $0.refusesAnchors = newValue } }
    }

    /// Whether the server lists emails only, not one for each thread.
    var refusesThreads: Bool {
        get { facts.withLock { $0.refusesThreads } }
        set { facts.withLock { $0.refusesThreads = newValue } }
    }

    /// Whether a creating method is called without `ifInState`, which some servers do not know there although RFC 8620 §5.3 defines it.
    func isStateless(_ method: String) -> Bool { facts.withLock { $0.stateless.contains(method) } }
    func noteStateless(_ method: String) { facts.withLock { _ = $0.stateless.insert(method) } }

    /// The ids of a walk that the server has already listed.
    func window(_ walk: String) -> IDWindow? { facts.withLock { $0.windows[walk] } }
    func setWindow(_ window: IDWindow?, of walk: String) { facts.withLock { $0.windows[walk] = window } }
}

import InboxModel
import Synchronization

/// What a provider has worked out and its owner has not taken yet: one event, however much happened.
final class ProviderOutput<Row: ProviderRow>: Sendable {
    /// What a request for an unread row, by its number, led to; nil if there is none.
    typealias Unread = (number: Int, answer: UnreadAnswer<Row>?)

    struct Waiting: Sendable {
        var snapshot: ProviderSnapshot<Row>
        /// Nil if the rows are unchanged; with `isReset` all rows are different.
        var changes: ChangeSet?
        var isReset = false
        /// The number of the request for these rows.
        var number = 0
        /// The last unread row that was found; these rows are those around it.
        var unread: Unread?
        /// What happened to reading and fetching, in its order.
        var steps: [FetchStep] = []
    }

    private struct State: Sendable {
        var waiting: Waiting?
        /// What the owner took last, from which the waiting changes start.
        var taken = ProviderSnapshot<Row>()
        var snapshot = ProviderSnapshot<Row>()
        /// How many of the waiting callers may be told that everything is worked out.
        var reports = 0
    }

    private let state = Mutex(State())
    private let call = Mutex<ActorCall?>(nil)

    /// Sets what the owner shows before any event.
    func start(_ snapshot: ProviderSnapshot<Row>) {
        state.withLock { state in
            state.snapshot = snapshot
            state.taken = snapshot
        }
    }

    /// Sets whom to call when there is something to take.
    func wake(_ new: ActorCall) {
        call.withLock { $0 = new }
        if state.withLock({ $0.waiting != nil }) { new.ask() }
    }

    func wakeAgain() { call.withLock(\.self)?.ask() }

    func end() { call.withLock(\.self)?.end() }

    func reset(_ snapshot: ProviderSnapshot<Row>, number: Int) {
        note { waiting in
            (waiting.snapshot, waiting.number) = (snapshot, number)
            (waiting.changes, waiting.unread) = (nil, nil)
            waiting.isReset = true
        }
    }

    func changed(
        _ snapshot: ProviderSnapshot<Row>, _ changes: ChangeSet, _ unread: Unread?, number: Int
    ) {
        note { waiting, taken in
            (waiting.snapshot, waiting.number) = (snapshot, number)
            waiting.unread = unread ?? waiting.unread
            guard !waiting.isReset else { return }
            waiting.changes = waiting.changes?.composed(with: changes, countBefore: taken.rows.count) ?? changes
        }
    }

    /// - Parameter number: the request whose rows could not be read. Rows of an earlier request that nobody has taken yet no longer
    ///   stand in for them.
    func failed(_ failure: FetchFailure, number: Int) {
        note { waiting, taken in
            waiting.steps.append(.failed(failure))
            guard waiting.isReset, waiting.number < number else { return }
            (waiting.snapshot, waiting.isReset) = (taken, false)
        }
    }

    func report() { state.withLock { $0.reports += 1 } }

    func takeReports() -> Int {
        state.withLock { state in
            defer { state.reports = 0 }
            return state.reports
        }
    }

    /// Reports that the store was read again after a failure.
    func recovered() { note { $0.steps.append(.read) } }
    func refreshed(_ result: Result<Void, FetchFailure>) { note { $0.steps.append(.refreshed(result)) } }
    func servers(_ state: FetchState) { note { $0.steps.append(.servers(state)) } }

    private func note(_ change: (inout Waiting) -> Void) {
        note { waiting, _ in change(&waiting) }
    }

    private func note(_ change: (inout Waiting, _ taken: ProviderSnapshot<Row>) -> Void) {
        state.withLock { state in
            var waiting = state.waiting ?? Waiting(snapshot: state.snapshot)
            change(&waiting, state.taken)
            state.snapshot = waiting.snapshot
            state.waiting = waiting
        }
        wakeAgain()
    }

    /// - Parameter number: the request whose rows are wanted; those of earlier ones are not reported any more.
    func take(wanting number: Int) -> Waiting? {
        state.withLock { state in
            guard let waiting = state.waiting, !waiting.isReset || waiting.number >= number else { return nil }
            state.waiting = nil
            state.taken = waiting.snapshot
            return waiting
        }
    }
}

import InboxModel
import Synchronization

/// What a provider has worked out and its owner has not yet taken: one event, however much happened.
final class ProviderOutput<Row: ProviderRow>: Sendable {
    struct Waiting: Sendable {
        var snapshot: ProviderSnapshot<Row>
        /// Nil when the rows are as they were; the rows are others altogether with `isReset`.
        var changes: ChangeSet?
        var isReset = false
        var refreshes: [Result<Void, FetchFailure>] = []
        var failures: [FetchFailure] = []
        var servers: FetchState?
    }

    private struct State: Sendable {
        var waiting: Waiting?
        /// Rows in the snapshot that the owner took last: what waiting changes start from.
        var takenCount = 0
        var snapshot = ProviderSnapshot<Row>()
    }

    private let state = Mutex(State())
    private let call = Mutex<ActorCall?>(nil)

    /// For what the owner shows before anything is told.
    func start(_ snapshot: ProviderSnapshot<Row>) {
        state.withLock { state in
            state.snapshot = snapshot
            state.takenCount = snapshot.rows.count
        }
    }

    /// Who is to be called when there is something to take.
    func wake(_ new: ActorCall) {
        call.withLock { $0 = new }
        if state.withLock({ $0.waiting != nil }) { new.ask() }
    }

    func wakeAgain() { call.withLock(\.self)?.ask() }

    func end() { call.withLock(\.self)?.end() }

    func reset(_ snapshot: ProviderSnapshot<Row>) {
        note { waiting in
            waiting.snapshot = snapshot
            waiting.changes = nil
            waiting.isReset = true
        }
    }

    func changed(_ snapshot: ProviderSnapshot<Row>, _ changes: ChangeSet) {
        note { waiting, countBefore in
            waiting.snapshot = snapshot
            guard !waiting.isReset else { return }
            waiting.changes = waiting.changes?.composed(with: changes, countBefore: countBefore) ?? changes
        }
    }

    func failed(_ failure: FetchFailure) { note { $0.failures.append(failure) } }
    func refreshed(_ result: Result<Void, FetchFailure>) { note { $0.refreshes.append(result) } }
    func servers(_ state: FetchState) { note { $0.servers = state } }

    private func note(_ change: (inout Waiting) -> Void) {
        note { waiting, _ in change(&waiting) }
    }

    private func note(_ change: (inout Waiting, _ countBefore: Int) -> Void) {
        state.withLock { state in
            var waiting = state.waiting ?? Waiting(snapshot: state.snapshot)
            change(&waiting, state.takenCount)
            state.snapshot = waiting.snapshot
            state.waiting = waiting
        }
        wakeAgain()
    }

    func take() -> Waiting? {
        state.withLock { state in
            defer { state.waiting = nil }
            if let waiting = state.waiting { state.takenCount = waiting.snapshot.rows.count }
            return state.waiting
        }
    }
}

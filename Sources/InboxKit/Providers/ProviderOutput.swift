import InboxModel
import Synchronization

/// What a provider has worked out and its owner has not yet taken: one event, however much happened.
final class ProviderOutput<Row: ProviderRow>: Sendable {
    struct Waiting: Sendable {
        var snapshot: ProviderSnapshot<Row>
        /// Nil together with `isReset`: everything is new.
        var changes: ChangeSet?
        var isReset = false
        var fetches: [Result<Void, FetchFailure>] = []
    }

    private struct State: Sendable {
        var waiting: Waiting?
        /// Rows in the snapshot that the owner took last: what waiting changes start from.
        var takenCount = 0
        var snapshot = ProviderSnapshot<Row>()
    }

    private let state = Mutex(State())
    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init() {
        (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func finish() { wake.finish() }

    /// For a first page that is read before anyone waits.
    func start(_ snapshot: ProviderSnapshot<Row>) {
        state.withLock { state in
            state.snapshot = snapshot
            state.takenCount = snapshot.rows.count
        }
    }

    func reset(_ snapshot: ProviderSnapshot<Row>) {
        state.withLock { state in
            state.snapshot = snapshot
            let fetches = state.waiting?.fetches ?? []
            state.waiting = Waiting(snapshot: snapshot, changes: nil, isReset: true, fetches: fetches)
        }
        wake.yield()
    }

    func changed(_ snapshot: ProviderSnapshot<Row>, _ changes: ChangeSet) {
        state.withLock { state in
            state.snapshot = snapshot
            var waiting = state.waiting ?? Waiting(snapshot: snapshot)
            waiting.snapshot = snapshot
            if !waiting.isReset {
                waiting.changes = waiting.changes?.composed(with: changes, countBefore: state.takenCount) ?? changes
            }
            state.waiting = waiting
        }
        wake.yield()
    }

    func fetched(_ result: Result<Void, FetchFailure>) {
        state.withLock { state in
            var waiting = state.waiting ?? Waiting(snapshot: state.snapshot)
            waiting.fetches.append(result)
            state.waiting = waiting
        }
        wake.yield()
    }

    func wakeAgain() { wake.yield() }

    func take() -> Waiting? {
        state.withLock { state in
            defer { state.waiting = nil }
            if let waiting = state.waiting { state.takenCount = waiting.snapshot.rows.count }
            return state.waiting
        }
    }
}

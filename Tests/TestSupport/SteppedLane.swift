public import InboxModel
import Synchronization

/// A single activity of a client on the network, moved by hand. Every call is held before the server sees it, and
/// again before its answer is read.
public final class SteppedLane: Sendable {
    public enum Move: Sendable {
        case on
        /// Before, the server never receives the call; after, it has performed it but the answer is lost.
        case fail(RemoteError)
        /// Of several requests in one call, the first half is performed and answered, and then the connection breaks.
        case half(RemoteError)
    }

    /// Where a call is held.
    public enum Place: Sendable { case before, after }

    private struct State {
        var held: CheckedContinuation<Move, Never>?
        var place = Place.before
        var task: Task<Void, Never>?
        var isBusy = false
        var isDead = false
        /// In a dead lane: whether the answer to the pending call still arrives.
        var lastArrives = false
        var watcher: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether nothing is under way.
    public var isIdle: Bool { state.withLock { !$0.isBusy } }
    public var place: Place { state.withLock(\.place) }

    // MARK: What a test does

    /// Starts some work and returns once it is held or done.
    public func start(_ work: @escaping @Sendable () async -> Void) async {
        state.withLock { $0.isBusy = true }
        let task = Task {
            await work()
            tell { $0.isBusy = false }
        }
        state.withLock { $0.task = task }
        await settled()
    }

    /// Releases the held call, and returns once the work is held again or done.
    public func go(_ move: Move) async {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held
        }
        guard let held else { return }
        held.resume(returning: move)
        await settled()
    }

    /// Cancels the work, and lets no further call through. Returns once it has ended.
    /// - Parameter arrives: whether the held call still reaches the server, and its answer returns.
    public func bury(arrives: Bool = false) async {
        let (held, task) = state.withLock { state in
            state.isDead = true
            state.lastArrives = arrives
            defer { state.held = nil }
            return (state.held, state.task)
        }
        task?.cancel()
        held?.resume(returning: arrives ? .on : .fail(.killed))
        await task?.value
    }

    private func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.held != nil || !state.isBusy { return true }
                state.watcher = continuation
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    // MARK: What calls do

    func hold(_ place: Place) async -> Move {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> Move? in
                guard state.isDead else { return nil }
                defer { state.lastArrives = false }
                return state.lastArrives && place == .after ? .on : .fail(.killed)
            }
            if let end { return continuation.resume(returning: end) }
            tell { state in
                state.held = continuation
                state.place = place
            }
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        let watcher = state.withLock { state in
            change(&state)
            defer { state.watcher = nil }
            return state.watcher
        }
        watcher?.resume()
    }
}

extension RemoteError {
    static let killed = RemoteError(.cancelled, call: "")
}

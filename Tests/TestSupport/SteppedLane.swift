public import InboxRemote
import Synchronization

/// One thing that a client does over the network, moved by hand: every call is held before the server sees it, and
/// again before its answer is read.
public final class SteppedLane: Sendable {
    public enum Move: Sendable {
        case on
        /// On the way there the server never hears of it; on the way back it has done it and nobody hears.
        case fail(RemoteError)
        /// Of many things asked at once the first half is done and answered, and then the line breaks.
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

    /// Lets what is held go on, and returns once it is held again or done.
    public func go(_ move: Move) async {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held
        }
        guard let held else { return }
        held.resume(returning: move)
        await settled()
    }

    /// The process is gone: nothing comes of what is under way. What it left behind ends unseen with `bury`.
    public func bury() async {
        let (held, task) = state.withLock { state in
            state.isDead = true
            defer { state.held = nil }
            return (state.held, state.task)
        }
        task?.cancel()
        held?.resume(returning: .fail(.killed))
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
            if state.withLock(\.isDead) { return continuation.resume(returning: .fail(.killed)) }
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

import InboxRemote
import Synchronization

/// Calls back on one actor: once for however many requests came in meanwhile, and not more often than its pace allows.
///
/// `@unchecked Sendable`: everything in it is, except `body`, which only `run` calls, isolated to the actor that provided it.
final class ActorCall: @unchecked Sendable {
    private struct State {
        var isAsked = false
        var isRunning = false
        var hasEnded = false
        var task: Task<Void, Never>?
    }

    /// Weak: otherwise an actor that keeps its own providers would never be freed.
    private weak let actor: (any Actor)?
    private let body: () -> Bool
    private let pace: Pace?
    private let state = Mutex(State())

    /// - Parameter body: must hold its owner weakly; returns whether there was something to do. If not, no rest follows.
    init(pace: Pace? = nil, isolation: isolated any Actor = #isolation, _ body: @escaping () -> Bool) {
        actor = isolation
        self.pace = pace
        self.body = body
    }

    func ask() {
        state.withLock { state in
            state.isAsked = true
            startIfIdle(&state)
        }
    }

    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.task?.cancel()
            state.task = nil
        }
    }

    private func startIfIdle(_ state: inout State) {
        guard state.isAsked, !state.isRunning, !state.hasEnded, let actor else { return }
        state.isRunning = true
        state.task = Task { [weak self, pace] in
            let isDone = await self?.run(on: actor) ?? false
            if let pace, isDone { try? await pace.clock.wait(pace.interval) }
            self?.rested()
        }
    }

    private func run(on actor: isolated any Actor) -> Bool {
        let isWanted = state.withLock { state in
            state.isAsked = false
            return !state.hasEnded
        }
        return isWanted && body()
    }

    private func rested() {
        state.withLock { state in
            state.isRunning = false
            startIfIdle(&state)
        }
    }
}

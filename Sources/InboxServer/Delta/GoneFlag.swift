import Synchronization

/// A flag raised when a waiting client hangs up, which ends the wait for it.
final class GoneFlag: Sendable {
    private struct State {
        var isRaised = false
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())

    var isRaised: Bool { state.withLock(\.isRaised) }

    func raise() {
        let task = state.withLock { state in
            state.isRaised = true
            return state.task
        }
        task?.cancel()
    }

    /// Runs `wait`, and cancels it when the flag is raised or the surrounding task is cancelled.
    func race(_ wait: @Sendable @escaping () async -> Void) async {
        let task = Task { await wait() }
        let isRaised = state.withLock { state in
            state.task = task
            return state.isRaised
        }
        if isRaised { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

import Synchronization

/// Wakes one waiter early. Several wakes before a wait count as one.
package final class Wake: Sendable {
    private struct State {
        var isSet = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func wake() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isSet = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns when woken, when the time has passed, or when the task is cancelled.
    package func wait(atMost limit: Duration?, clock: any Clock<Duration>) async {
        let timer = limit.map { limit in
            Task { [weak self] in
                try? await clock.wait(limit)
                if !Task.isCancelled { self?.wake() }
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isSet || Task.isCancelled {
                        state.isSet = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        timer?.cancel()
    }
}

extension Clock where Duration == Swift.Duration {
    /// Waits. Throws if the task is cancelled.
    package func wait(_ duration: Duration) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: nil)
    }
}

import Synchronization

/// Wakes all waiters of an account at once when it changes.
final class ChangeSignal: Sendable {
    private struct State {
        var waiters: [UInt64: (account: Int64, resume: CheckedContinuation<Void, Never>)] = [:]
        var cancelled: Set<UInt64> = []
        var generations: [Int64: UInt64] = [:]
        var nextWaiter: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Returns how often the account has changed since the start. Read it before looking for changes, so that waiting misses
    /// none.
    func generation(of account: Int64) -> UInt64 {
        state.withLock { $0.generations[account, default: 0] }
    }

    func announce(_ accounts: Set<Int64>) {
        guard !accounts.isEmpty else { return }
        let woken = state.withLock { state in
            for account in accounts { state.generations[account, default: 0] += 1 }
            let woken = state.waiters.filter { accounts.contains($0.value.account) }
            for number in woken.keys { state.waiters[number] = nil }
            return woken.values.map(\.resume)
        }
        for waiter in woken { waiter.resume() }
    }

    /// Ends every wait, current and future.
    func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.resume)
        }
        for waiter in woken { waiter.resume() }
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Returns when the account has changed since `generation`, the signal is closed, or the task is cancelled.
    func wait(for account: Int64, after generation: UInt64) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isCancelled = state.cancelled.remove(number) != nil
                    if isCancelled || state.isClosed || state.generations[account, default: 0] != generation {
                        return true
                    }
                    state.waiters[number] = (account, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
            state.withLock { _ = $0.cancelled.remove(number) }
        } onCancel: {
            let waiter = state.withLock { state in
                guard let waiter = state.waiters.removeValue(forKey: number) else {
                    state.cancelled.insert(number)
                    return CheckedContinuation<Void, Never>?.none
                }
                return waiter.resume
            }
            waiter?.resume()
        }
    }

    /// Waits like `wait(for:after:)`, but for no longer than `limit`.
    func wait(for account: Int64, after generation: UInt64, atMost limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(for: account, after: generation) }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}

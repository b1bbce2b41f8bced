import InboxModel
import Synchronization

/// Lets one task at a time do something. The others wait, in the order in which they came, and leave when they are cancelled.
final class LookLock: Sendable {
    private struct State {
        var isTaken = false
        var number = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Who was cancelled before waiting.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// - Throws: what `body` throws, or `cancelled`. Must not be called from within `body`.
    func run<Value>(_ body: () async throws(RemoteError) -> Value) async throws(RemoteError) -> Value {
        guard await take() else { throw RemoteError(.cancelled, call: "look") }
        defer { release() }
        return try await body()
    }

    private func take() async -> Bool {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in enter(number, continuation) }
        } onCancel: {
            leave(number)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return isMine
    }

    private func enter(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        let answer: Bool? = state.withLock { state in
            if state.cancelled.contains(number) { return false }
            if state.isTaken {
                state.waiting.append((number, continuation))
                return nil
            }
            state.isTaken = true
            return true
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func leave(_ number: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.waiting.remove(at: place).continuation
        }
        waiter?.resume(returning: false)
    }

    private func release() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}

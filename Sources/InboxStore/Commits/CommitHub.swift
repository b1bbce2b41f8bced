import Synchronization

/// Hands commits to everyone who listens, in their order. Listeners only take note; none may wait or work.
final class CommitHub: Sendable {
    typealias Listener = @Sendable (Commit) -> Void

    private struct State {
        var listeners: [Int: (listener: Listener, needsWords: Bool)] = [:]
        var next = 0
        var told: Int64 = 0
        /// Other processes may have added or removed accounts.
        var accountsChanged = false
    }

    private let state = Mutex(State())

    func listen(needsWords: Bool, _ listener: @escaping Listener) -> Listening {
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = (listener, needsWords)
            return state.next
        }
        return Listening { [weak self] in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
    }

    var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }
    var needsWords: Bool { state.withLock { $0.listeners.values.contains(where: \.needsWords) } }

    /// The last commit that was told, or that was there before anyone listened.
    var told: Int64 { state.withLock(\.told) }

    func skip(to seq: Int64) {
        state.withLock { state in
            state.told = max(state.told, seq)
            state.accountsChanged = true
        }
    }

    /// Whether accounts may be others since the last call, by what other processes did.
    func takeAccountsChanged() -> Bool {
        state.withLock { state in
            defer { state.accountsChanged = false }
            return state.accountsChanged
        }
    }

    /// To be called on the writer's queue only, so that all hear of commits in their order.
    func publish(_ commit: Commit, ofOthers: Bool = false) {
        let listeners = state.withLock { state in
            state.told = max(state.told, commit.seq)
            if ofOthers, commit.changesAccounts { state.accountsChanged = true }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.listener(commit) }
    }
}

/// Listens as long as it is held.
package final class Listening: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}

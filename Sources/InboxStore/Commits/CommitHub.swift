import Synchronization

/// A hub that delivers commits to all listeners, in order. Listeners only take note of a commit: they must not wait or do work.
final class CommitHub: Sendable {
    typealias Listener = @Sendable (Commit) -> Void

    private struct State {
        var listeners: [Int: (listener: Listener, needsWords: Bool)] = [:]
        var next = 0
        var told: Int64 = 0
        /// Whether other processes may have added or removed accounts.
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

    /// The last commit that was published, or that existed before the first listener.
    var told: Int64 { state.withLock(\.told) }

    func skip(to seq: Int64) {
        state.withLock { state in
            state.told = max(state.told, seq)
            state.accountsChanged = true
        }
    }

    /// Returns whether other processes may have changed the accounts since the last call.
    func takeAccountsChanged() -> Bool {
        state.withLock { state in
            defer { state.accountsChanged = false }
            return state.accountsChanged
        }
    }

    /// Delivers a commit to all listeners. Must be called on the writer's queue only, so that all receive commits in order.
    func publish(_ commit: Commit, ofOthers: Bool = false) {
        var commit = commit
        commit.isOfOthers = ofOthers
        let listeners = state.withLock { state in
            state.told = max(state.told, commit.seq)
            if ofOthers, commit.changesAccounts { state.accountsChanged = true }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.listener(commit) }
    }
}

/// The registration of a listener, which ends when it is released.
package final class Listening: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}

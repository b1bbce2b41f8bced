import InboxModel
import InboxRemote
import Synchronization

/// Who waits: tests for calls, clients for changes or for answers that do not come.
extension ModelServer {
    /// Returns once the calls so far satisfy the test.
    public func until(_ isDone: @escaping @Sendable ([Call]) -> Bool) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.append((isDone, continuation)) }
            tellWatchers()
        }
    }

    /// Never answers calls of that name: clients wait until they give up. Only for walks, `changes` and `update`.
    public func hang(at name: String) { state.withLock { $0.hangsAt = name } }

    func passUnlessHung(_ name: String, _ subject: String = "") async throws(RemoteError) {
        let hangs = state.withLock { state in
            guard state.hangsAt == name else { return false }
            state.calls.append(Call(number: state.calls.count, name: name, subject: subject, update: nil))
            return true
        }
        guard hangs else { return }
        tellWatchers()
        let never = AsyncStream<Void>.makeStream()
        for await _ in never.stream {}
        withExtendedLifetime(never.continuation) {}
        throw RemoteError(.cancelled, call: name)
    }

    /// Holds calls of that name before they are performed, until `release`. Only for `message`, `threads` and `identities`.
    public func hold(_ name: String) { state.withLock { $0.held[name] = $0.held[name] ?? [] } }

    public func release(_ name: String) {
        let waiting = state.withLock { $0.held.removeValue(forKey: name) } ?? []
        for waiter in waiting { waiter.resume() }
    }

    func pass(_ name: String) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.held[name] != nil else { return true }
                state.held[name]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Holds a request for changes until there are some, or the client gives up.
    func waitForChanges(since: Int) async {
        let id = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let done = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    if state.isOver(wait: id, since: since) { return [continuation] }
                    state.waiting[id] = continuation
                    defer { state.expecting = [] }
                    return state.expecting
                }
                for each in done { each.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: id)
                if waiting == nil { state.cancelled.insert(id) }
                return waiting
            }
            waiting?.resume()
        }
    }

    /// How often a client wanted the next look for changes to ask at once.
    public var looksAskedFor: Int { state.withLock(\.looksAskedFor) }

    /// Returns once a client waits for changes: it has read everything else.
    public func untilListenedTo() async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                guard state.waiting.isEmpty else { return true }
                state.expecting.append(continuation)
                return false
            }
            if isSo { continuation.resume() }
        }
    }

    /// Ends the wait for changes without any.
    func askForChanges() {
        let waiting = state.withLock { state in
            state.looksAskedFor += 1
            state.isAsked = state.waiting.isEmpty
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Reports changes only on request from now on, like a dead connection.
    public func fallSilent() { state.withLock { $0.isSilent = true } }

    func tellWatchers() {
        let done = state.withLock { state in
            let calls = state.calls
            let done = state.watchers.filter { $0.isDone(calls) }
            state.watchers.removeAll { $0.isDone(calls) }
            return done
        }
        for watcher in done { watcher.continuation.resume() }
    }
}

extension ModelServer.State {
    fileprivate mutating func isOver(wait id: Int, since: Int) -> Bool {
        if cancelled.remove(id) != nil { return true }
        if isAsked {
            isAsked = false
            return true
        }
        return !isSilent && (oldest > since || changed.values.contains { $0 > since })
    }
}

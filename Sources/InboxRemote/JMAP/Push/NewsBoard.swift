import Synchronization

/// Whether there is something to ask the server about, and who waits for that.
final class NewsBoard: Sendable {
    private struct State {
        var hints = 1
        var asked = 0
        var isLive = false
        var known: SyncState?
        var askedAt: ContinuousClock.Instant?
        var wroteAt: ContinuousClock.Instant?
    }

    private static let pollInterval = Duration.seconds(60)
    private static let pollIntervalAfterWriting = Duration.seconds(30)
    private static let afterWriting = Duration.seconds(120)
    /// A stream that works is still not believed for ever.
    private static let liveInterval = Duration.seconds(600)

    private let state = Mutex(State())
    private let wake = Wake()

    var isLive: Bool {
        get { state.withLock { $0.isLive } }
        set { state.withLock { $0.isLive = newValue } }
    }

    /// What we have asked up to.
    var known: SyncState? {
        get { state.withLock { $0.known } }
        set { state.withLock { $0.known = newValue } }
    }

    /// Something may have changed.
    func hint() {
        state.withLock { $0.hints += 1 }
        wake.wake()
    }

    /// We changed something ourselves.
    func wrote() {
        state.withLock { $0.wroteAt = .now }
        hint()
    }

    /// Returns whether the server should be asked: at once when there is a hint, when a poll is due, else after waiting.
    func wait(atMost limit: Duration, since: SyncState, clock: any Clock<Duration>) async -> Bool {
        if let due = dueNow(since) { return due }
        let untilPoll = state.withLock { state in
            (state.askedAt.map { $0 + Self.interval(state) } ?? .now) - .now
        }
        await wake.wait(atMost: min(limit, untilPoll), clock: clock)
        return !Task.isCancelled && (dueNow(since) ?? false)
    }

    private func dueNow(_ since: SyncState) -> Bool? {
        state.withLock { state in
            let isPollDue = state.askedAt.map { $0 + Self.interval(state) <= .now } ?? true
            // From elsewhere than where we were: another start, or everything was read anew.
            let isElsewhere = state.known != since
            guard state.hints != state.asked || isPollDue || isElsewhere else { return nil }
            state.asked = state.hints
            state.askedAt = .now
            state.known = since
            return true
        }
    }

    private static func interval(_ state: State) -> Duration {
        if state.isLive { return liveInterval }
        let isAfterWriting = state.wroteAt.map { $0 + afterWriting > .now } ?? false
        return isAfterWriting ? pollIntervalAfterWriting : pollInterval
    }
}

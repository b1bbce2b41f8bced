import Synchronization

/// Decides when to ask the server for changes, and wakes the waiting task.
final class NewsBoard: Sendable {
    private struct State {
        var hints = 1
        var asked = 0
        var isLive = false
        var isSilent = false
        var isAway = false
        var known: SyncState?
        /// The last reported state of the submissions. No data is kept of them, so nothing else says what is known.
        var submissions: String?
        /// The last reported state of the identities, which are read with each connection, and whether they must be read again.
        var identities: String?
        var hasNewIdentities = false
        var askedAt: Duration?
        var wroteAt: Duration?
        /// When something last changed, here or on the server.
        var movedAt = Duration.zero
    }

    private static let pollInterval = Duration.seconds(60)
    private static let pollIntervalAfterWriting = Duration.seconds(30)
    private static let afterWriting = Duration.seconds(120)
    private static let pollIntervalWhenIdle = Duration.seconds(300)
    private static let idle = Duration.seconds(1800)
    /// How long a working stream is trusted without asking.
    private static let liveInterval = Duration.seconds(600)
    /// Changes come in bursts: the first is asked about at once, those that follow closely together.
    private static let flock = Duration.milliseconds(200)

    private let clock: any Clock<Duration>
    private let timeline: Timeline
    private let state = Mutex(State())
    private let wake = Wake()

    init(clock: any Clock<Duration>) {
        self.clock = clock
        timeline = Timeline(clock)
    }

    var isLive: Bool {
        get { state.withLock { $0.isLive } }
        set { state.withLock { $0.isLive = newValue } }
    }

    /// Whether the server could not be reached when it was asked last.
    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// Whether the server answers again, and no stream does; reported once.
    func takeReturn() -> Bool {
        state.withLock { state in
            defer { state.isAway = false }
            return state.isAway && !state.isLive
        }
    }

    /// The state up to which changes were read.
    var known: SyncState? {
        get { state.withLock { $0.known } }
        set {
            let now = timeline.now
            state.withLock { state in
                if state.known != newValue { state.movedAt = now }
                state.known = newValue
            }
        }
    }

    /// Records that something may have changed.
    func hint() {
        state.withLock { $0.hints += 1 }
        wake.wake()
    }

    /// Takes a push.
    func take(_ change: StateChange, account: String) {
        let types = change.changed[account]
        let isBeside = state.withLock { state in
            var isNews = false
            if let new = types?["EmailSubmission"], new != state.submissions {
                (state.submissions, isNews) = (new, true)
            }
            if let new = types?["Identity"], new != state.identities {
                (state.identities, state.hasNewIdentities, isNews) = (new, true, true)
            }
            return isNews
        }
        if isBeside || change.isNews(account: account, known: known) { hint() }
    }

    /// Whether a push reported other identities; reported once.
    func takeNewIdentities() -> Bool {
        state.withLock { state in
            defer { state.hasNewIdentities = false }
            return state.hasNewIdentities
        }
    }

    /// Records that the stream was silent for too long: a waiting task must learn that the server may be gone.
    func fellSilent() {
        state.withLock { $0.isSilent = true }
        hint()
    }

    /// Whether the stream fell silent; reported once.
    func takeSilence() -> Bool {
        state.withLock { state in
            defer { state.isSilent = false }
            return state.isSilent
        }
    }

    /// Records a change made by this client.
    func wrote() {
        let now = timeline.now
        state.withLock { state in
            state.wroteAt = now
            state.movedAt = now
        }
        hint()
    }

    /// Waits until there is a hint or a poll is due. Returns false if the limit passes or the task is cancelled first.
    func wait(atMost limit: Duration, since: SyncState) async -> Bool {
        let end = timeline.now + limit
        while !Task.isCancelled {
            if isDue(since) { return true }
            let now = timeline.now
            guard now < end else { return false }
            let nextPoll = state.withLock { state in state.askedAt.map { $0 + Self.interval(state, now) } ?? now }
            await wake.wait(atMost: min(end, nextPoll) - now, clock: clock)
            let rest = restOfFlock
            if rest > .zero { try? await clock.wait(rest) }
        }
        return false
    }

    /// How long a hint must wait for others; zero if there is none.
    private var restOfFlock: Duration {
        let now = timeline.now
        return state.withLock { state in
            guard state.hints != state.asked, let askedAt = state.askedAt else { return .zero }
            return askedAt + Self.flock - now
        }
    }

    /// Whether to ask the server; true once for each reason.
    private func isDue(_ since: SyncState) -> Bool {
        let now = timeline.now
        return state.withLock { state in
            let isPollDue = state.askedAt.map { $0 + Self.interval(state, now) <= now } ?? true
            // The caller is at another state: after a restart, or after a full read.
            let isElsewhere = state.known != since
            guard state.hints != state.asked || isPollDue || isElsewhere else { return false }
            state.asked = state.hints
            state.askedAt = now
            state.known = since
            return true
        }
    }

    private static func interval(_ state: State, _ now: Duration) -> Duration {
        if state.isLive { return liveInterval }
        if let wroteAt = state.wroteAt, now < wroteAt + afterWriting { return pollIntervalAfterWriting }
        return now < state.movedAt + idle ? pollInterval : pollIntervalWhenIdle
    }
}

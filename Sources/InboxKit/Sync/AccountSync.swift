import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Keeps one account in step with its server: reads what the user sees first, then the rest, then the changes.
///
/// While a page of old mail is being stored, the next ones are requested. If changes were read after a request, its answer may lack
/// them: it is dropped and requested again, so that an older answer never overwrites a newer one. This also holds for two engines
/// that read at the same time (a refresh beside the one that always runs).
struct AccountSync: Sendable {
    let account: Account
    let store: Store
    let service: any RemoteService
    let board: StatusBoard
    var policy = SyncPolicy.everything
    /// The time of day, from which the window of kept mail is counted.
    var now: @Sendable () -> Date = { Date() }
    /// Measures how long the server waits for changes, and pauses.
    var clock: any Clock<Duration> = ContinuousClock()
    /// Called whenever all existing changes have been read.
    var caughtUp: @Sendable (Date) -> Void = { _ in }
    /// Whether a newer service has replaced this one.
    var isReplaced: @Sendable () -> Bool = { false }
    /// Prevents a mail from crashing the program at every start; nil if nothing is stored between starts.
    var fence: ReadingFence?
    /// Whether the next page is requested before it is needed.
    var asksAhead = true
    let ahead = PagesAhead()

    enum Key {
        static let state = "state"
        /// The position of the walk over all threads; `done` at its end.
        static let threads = "threads"
        static let bodies = "bodies"
        /// How the position of the texts begins where only those are requested that are not here.
        static let missing = "missing "
        /// Set from the beginning of a reading until the walk over all threads is done: the messages of the first page, line by line,
        /// once they are here.
        static let first = "first page"
        /// Set while everything is read again because the server forgot our state: the number of attempts begun since the last one
        /// that ended.
        static let reading = "reading"
        /// The position of the walk that finds out, at the end of such a reading, what the server still has; `done` at its end.
        static let comparing = "comparing"
        /// The objects that could not be read since the last complete reading.
        static let leftOut = "left out"
        static let done = "done"
        /// The key for how many messages a walk has met so far.
        static func count(of walk: String) -> String { "\(walk) met" }
        /// Why the syncing process cannot reach the server, as text for the processes that wait for it.
        static let trouble = "trouble"
        /// The last request by a process that does not sync, and the last one that was fulfilled.
        static let wanted = "wanted"
        static let fulfilled = "fulfilled"
    }

    enum Failure: Error, Hashable, Sendable {
        case remote(RemoteError)
        case store(StoreError)
    }

    // MARK: Running

    /// Reads everything that the server has, and then its changes, until its service is replaced. Otherwise ends only with an
    /// error, or when cancelled.
    func run() async throws(Failure) {
        defer { ahead.stop() }
        if try state(Key.state) == nil {
            try await readFirst()
        } else {
            // Only an answer proves that the server is there. A service may know of changes without one.
            while try state(Key.state) != nil, !Task.isCancelled {
                if try await lookForChanges(wait: nil).isAsked { break }
            }
        }
        try showWalk()
        await showPhase()
        await readWritingFacts()
        var empty = 0
        var mayMerge = true
        // The states reached by changes that arrived without a wait.
        var met: Set<String?> = []
        while !Task.isCancelled {
            if isReplaced() { return }
            // Background work alternates with looks for changes, so new mail never waits for old.
            let hasFetched = try await fetchMore()
            if mayMerge { mayMerge = try await mergeWords() }
            let isBehind = hasFetched || mayMerge
            let (before, round) = (try state(Key.state), Timeline(clock))
            let look = try await lookForChanges(wait: isBehind ? nil : .seconds(25))
            await showPhase(isAnswered: look.isAsked)
            if service.takeNewIdentities() { await readWritingFacts() }
            for alert in service.takeAlerts() { board.tell(.alert(alert, account.id)) }
            try showLeftOut()
            let after = try state(Key.state)
            mayMerge = mayMerge || hasFetched || after != before
            let isAtOnce = !isBehind && round.now < .seconds(1)
            if !isAtOnce || met.count > Self.longestCircle { met = [] }
            met.insert(before)
            empty = isAtOnce && !met.insert(after).inserted ? empty + 1 : 0
            let pause = Self.pause(afterEmpty: empty)
            if pause > .zero { try? await clock.sleep(for: pause) }
        }
        throw .remote(RemoteError(.cancelled, call: "sync"))
    }

    /// Merges parts of the full-text index: a few at a time, or, while threads come, seldom and then all at once.
    /// - Returns: whether there may be more to merge.
    private func mergeWords() async throws(Failure) -> Bool {
        guard try lacksThreads() else { return await mergeWords(from: 0) }
        var hasMore = await mergeWords(from: StoreTransaction.partsWhileFilling)
        while hasMore, !Task.isCancelled, !isReplaced() { hasMore = await mergeWords(from: 0) }
        return true
    }

    /// Mail is read without that, too: what is wrong with the index, `doctor` finds.
    private func mergeWords(from fewest: Int) async -> Bool {
        (try? await write { try $0.mergeWords(from: fewest) }) ?? false
    }

    private static let longestCircle = 10_000

    /// Returns the pause after rounds that brought nothing new. A server or proxy that answers at once instead of waiting for
    /// news must not be asked constantly, nor one whose changes go round in a circle.
    static func pause(afterEmpty rounds: Int) -> Duration {
        rounds > 3 ? min(.seconds(60), .seconds(1 << min(rounds - 4, 6))) : .zero
    }

    /// Only an answer overrides a failure that the sender met meanwhile; a connection that is still open does not.
    private func showPhase(isAnswered: Bool = true) async {
        let isPolling = await service.isPolling
        board.update(account.id) { status in
            if isAnswered || status.isConnected { status.phase = isPolling ? .polling : .live }
        }
    }

    /// Reads everything once, for a command: mail, changes and, if wanted, bodies.
    func once(bodies: Bool) async throws(Failure) {
        defer { ahead.stop() }
        try await start()
        await readWritingFacts()
        var lacksMail = false
        repeat {
            while try await fetchMore(bodies: bodies), !Task.isCancelled {}
            while try await readChanges(wait: nil), !Task.isCancelled {}
            // If the server forgot our state, everything must be read again.
            lacksMail = try lacksThreads()
            if !lacksMail { lacksMail = try lacksAppeared() }
        } while lacksMail && !Task.isCancelled
    }

    /// Reads changes until there are no more, which confirms the answered actions that they must contain.
    func catchUp() async throws(Failure) {
        try await start()
        while try await readChanges(wait: nil), !Task.isCancelled {}
    }

    private func start() async throws(Failure) {
        if try state(Key.state) == nil { try await readFirst() }
    }
}

import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Keeps one account in step with its server: first what is seen first, then the rest, then what changes.
///
/// While a page of old mail is being kept, the next ones are asked for. What the server was asked before changes were read that it
/// may not know of is let go and asked again, so that an older answer never overwrites a newer one; the same goes for two
/// engines that read at once (a refresh beside the one that always runs).
struct AccountSync: Sendable {
    let account: Account
    let store: Store
    let service: any RemoteService
    let board: StatusBoard
    var policy = SyncPolicy.everything
    /// The time of day, which the window of kept mail is counted from.
    var now: @Sendable () -> Date = { Date() }
    /// Measures how long the server waits for changes, and pauses.
    var clock: any Clock<Duration> = ContinuousClock()
    /// Told whenever all changes that there were have been read.
    var caughtUp: @Sendable (Date) -> Void = { _ in }
    /// Whether all others ask the server by another service by now.
    var isReplaced: @Sendable () -> Bool = { false }
    /// Keeps a mail from ending the program at every start; nil where nothing is kept between two starts.
    var fence: ReadingFence?
    /// Whether the next page is asked for before it is wanted.
    var asksAhead = true
    let ahead = PagesAhead()

    enum Key {
        static let state = "state"
        /// Where the walk over all threads stands; `done` at its end.
        static let threads = "threads"
        static let bodies = "bodies"
        /// Set while everything is read again because the server forgot our state: the how many-th time without an end.
        static let reading = "reading"
        /// Where the walk stands that meets what the server still has, at the end of such a reading; `done` at its end.
        static let comparing = "comparing"
        /// What could not be read of what the server told since all was read.
        static let leftOut = "left out"
        static let done = "done"
        /// How many a walk has met so far.
        static func count(of walk: String) -> String { "\(walk) met" }
        /// Why the process that syncs does not get through to the server, in words, for those that wait for it.
        static let trouble = "trouble"
        /// The last wish of a process that does not sync, and the last one that was fulfilled.
        static let wanted = "wanted"
        static let fulfilled = "fulfilled"
    }

    enum Failure: Error, Hashable, Sendable {
        case remote(RemoteError)
        case store(StoreError)
    }

    // MARK: The way

    /// Everything that the server has, then its changes until its service is replaced; ends else by an error or by being cancelled.
    func run() async throws(Failure) {
        defer { ahead.stop() }
        if try state(Key.state) == nil {
            try await readFirst()
        } else {
            // Only an answer says that the server is there.
            _ = try await readChanges(wait: nil)
        }
        await showPhase()
        await readWritingFacts()
        var empty = 0
        // Where changes led while they were told at once.
        var met: Set<String?> = []
        while !Task.isCancelled {
            if isReplaced() { return }
            // Work in the background is done between looks at what is new, so that new mail never waits for old.
            let isBehind = try await fetchMore()
            let (before, round) = (try state(Key.state), Timeline(clock))
            let look = try await lookForChanges(wait: isBehind ? nil : .seconds(25))
            await showPhase(isAnswered: look.isAsked)
            try showLeftOut()
            let after = try state(Key.state)
            let isAtOnce = !isBehind && round.now < .seconds(1)
            if !isAtOnce || met.count > Self.longestCircle { met = [] }
            met.insert(before)
            empty = isAtOnce && !met.insert(after).inserted ? empty + 1 : 0
            let pause = Self.pause(afterEmpty: empty)
            if pause > .zero { try? await clock.sleep(for: pause) }
        }
        throw .remote(RemoteError(.cancelled, call: "sync"))
    }

    private static let longestCircle = 10_000

    /// A server, or a proxy before it, that answers at once what it was asked to answer when there is news, is not asked
    /// without a pause; nor is one whose changes lead in a circle.
    static func pause(afterEmpty rounds: Int) -> Duration {
        rounds > 3 ? min(.seconds(60), .seconds(1 << min(rounds - 4, 6))) : .zero
    }

    /// What the sender was told meanwhile is not contradicted by a line that is still open, but by an answer.
    private func showPhase(isAnswered: Bool = true) async {
        let isPolling = await service.isPolling
        board.update(account.id) { status in
            if isAnswered || status.isConnected { status.phase = isPolling ? .polling : .live }
        }
    }

    /// Everything once, for a command: mail, changes and, when asked for, bodies.
    func once(bodies: Bool) async throws(Failure) {
        defer { ahead.stop() }
        try await start()
        await readWritingFacts()
        var lacksThreads = false
        repeat {
            while try await fetchMore(bodies: bodies), !Task.isCancelled {}
            while try await readChanges(wait: nil), !Task.isCancelled {}
            // The server may have forgotten our state, and then everything is to be read again.
            lacksThreads = try self.lacksThreads()
        } while lacksThreads && !Task.isCancelled
    }

    /// Reads what is new until there is no more; then the answered actions that it must contain are done with.
    func catchUp() async throws(Failure) {
        try await start()
        while try await readChanges(wait: nil), !Task.isCancelled {}
    }

    private func start() async throws(Failure) {
        if try state(Key.state) == nil { try await readFirst() }
    }
}

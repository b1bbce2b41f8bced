import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// Runs one account: syncs, sends, and recovers by itself after every loss of connection.
final class AccountRunner: Sendable {
    let account: Account
    let store: Store
    let board: StatusBoard
    private let policy: SyncPolicy
    let connect: @Sendable () async -> Result<Connection, SecretError>
    /// Reaches the servers of other accounts, for mail that goes there.
    let reach: @Sendable (AccountID) async -> Result<any RemoteService, ActionSender.OutOfReach>
    /// Has the secret read again, since another process, or the command that prints it, may have a new one.
    let forget: @Sendable () -> Void
    let clock: any Clock<Duration>
    private let fence: ReadingFence?
    /// The time of day, for comparison with “not before” times.
    let now: @Sendable () -> Date
    /// Woken to try again at once.
    private let syncWake = Wake()
    let sendWake = Wake()
    /// Woken when mail was snoozed or is no longer snoozed.
    let snoozeWake = Wake()
    private let wishes: SyncWishes
    /// The connection on which sync waits for news.
    let held = HeldConnection()
    let timeline: Timeline
    let knowledge = Mutex(Knowledge())

    init(
        account: Account, store: Store, board: StatusBoard, policy: SyncPolicy = .everything,
        fence: ReadingFence? = nil,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date = { Date() },
        reach: @escaping @Sendable (AccountID) async -> Result<any RemoteService, ActionSender.OutOfReach> = { _ in
            .failure(.missing)
        },
        forget: @escaping @Sendable () -> Void = {},
        connect: @escaping @Sendable () async -> Result<Connection, SecretError>
    ) {
        self.account = account
        self.store = store
        self.board = board
        self.policy = policy
        self.fence = fence
        self.clock = clock
        self.now = now
        self.reach = reach
        self.forget = forget
        self.connect = connect
        wishes = SyncWishes(account: account.id, store: store, clock: clock)
        timeline = Timeline(clock)
    }

    /// Ends back-off, because the user wants to be connected now.
    func retryNow() {
        knowledge.withLock { $0.askAgain() }
        syncWake.wake()
        sendWake.wake()
        snoozeWake.wake()
    }

    func run() async {
        let listening = store.listen { [self, sendWake, snoozeWake, wishes] commit in
            // The store accepts writes again.
            if knowledge.withLock(\.waitsForStore) { syncWake.wake() }
            if commit.changesActions { sendWake.wake() }
            if commit.changesSnoozes { snoozeWake.wake() }
            if commit.changesWishes { wishes.look() }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.sync() }
            group.addTask { await self.wishes.heed(connectNow: self.connectNow, catchUp: self.catchUp) }
            if account.dialect != .feed {
                group.addTask { await self.send() }
                group.addTask { await self.wakeSnoozed() }
            }
            await group.waitForAll()
        }
        // Otherwise the compiler may release the listener at once, and nobody learns of queued actions.
        withExtendedLifetime(listening) {}
    }

    /// Brings due mail back while the account is paused; the server learns of it once the account is resumed.
    func wakeWhilePaused() async {
        let listening = store.listen { [snoozeWake] commit in if commit.changesSnoozes { snoozeWake.wake() } }
        // What is paused asks its server nothing.
        await wakeSnoozed(asks: false)
        withExtendedLifetime(listening) {}
    }

    private func sync() async {
        var backOff = BackOff()
        var place: [String?] = []
        // Once per loss, not per connection: a server that answers reads but refuses our actions would be asked forever.
        var watch: Task<Void, Never>?
        defer { watch?.cancel() }
        await keep(trouble: nil)
        while !Task.isCancelled {
            board.update(account.id) { status in
                switch status.phase {
                // A failure of the store is shown until the store has kept something.
                case .live, .polling, .storeFailed: break
                default: status.phase = .connecting
                }
            }
            switch await connect() {
            case .failure(let error):
                board.update(account.id) { $0.phase = .noSecret(error) }
                await keep(trouble: "its password or token can't be fetched")
                await syncWake.wait(atMost: .seconds(60), clock: clock)
            case .success(let connection):
                held.take(connection)
                let sync = engine(connection.service)
                if watch == nil {
                    // Before sync begins, which may be connected before the task has its turn.
                    let changes = board.changes()
                    watch = Task { await self.makeDueWhenConnected(changes) }
                }
                knowledge.withLock { $0.answersSince = nil }
                let failure = await Self.failure(of: sync)
                held.letGo()
                if Task.isCancelled { return }
                guard let failure else { continue }
                let reached = self.place
                await settle(failure, &backOff, getsOn: reached != place)
                place = reached
                watch?.cancel()
                watch = nil
            }
        }
    }

    private func engine(_ service: any RemoteService) -> AccountSync {
        AccountSync(
            account: account, store: store, service: service, board: board, policy: policy, now: now, clock: clock,
            caughtUp: { self.caughtUp($0) }, isReplaced: { self.held.isReplaced }, fence: fence)
    }

    /// Sends everything that waited for the server, which is known to be there now.
    func connectNow() async {
        let id = account.id
        _ = try? await store.write { try $0.makeDue(account: id) }
        retryNow()
    }

    /// - Returns: why the server did not answer, or could not be asked; nil if it did.
    private func catchUp() async -> FetchFailure? {
        switch await connect() {
        case .failure(let error): return .secret(error)
        case .success(let connection):
            // Whoever asks by hand may do so because nothing comes.
            connection.service.doubtConnections()
            do throws(AccountSync.Failure) {
                try await engine(connection.service).catchUp()
                return nil
            } catch { return error.fetchFailure }
        }
    }

    /// - Parameter begun: when the server was asked, or the wait for its news began.
    private func caughtUp(_ begun: Date) {
        let isAwaited = knowledge.withLock { $0.caughtUp(begun, at: timeline.now) }
        let id = account.id
        let held = (try? store.read { try $0.heldActions(account: id) }) ?? []
        if !held.isEmpty { knowledge.withLock { $0.looksAtHeld = true } }
        if isAwaited || !held.isEmpty { sendWake.wake() }
    }

    /// Whether snoozed mail may be brought back on the server now. The server must first have reported other clients' changes: machines
    /// sleep, and a dead connection goes unnoticed for a while.
    func mayWake(_ wake: Action, _ service: any RemoteService) -> Bool {
        let now = now()
        let isKnown = knowledge.withLock { $0.isCaughtUp(since: wake.createdAt, now: now) }
        if !isKnown { service.askForChanges() }
        return isKnown
    }

    /// - Returns: nil once the connection has been replaced: errors of the old one no longer matter.
    private static func failure(of sync: AccountSync) async -> AccountSync.Failure? {
        do throws(AccountSync.Failure) {
            try await sync.run()
            return nil
        } catch {
            if case .remote = error, sync.isReplaced() { return nil }
            return error
        }
    }

    /// Once the server has answered, makes everything due that waited for it.
    /// - Parameter changes: those of the board since before the server was asked.
    func makeDueWhenConnected(_ changes: AsyncStream<Void>) async {
        for await _ in changes where board.status(of: account.id).isConnected {
            let id = account.id
            await keep(trouble: nil)
            _ = try? await store.write { try $0.makeDue(account: id) }
            sendWake.wake()
            wishes.look()
            return
        }
    }

    /// Makes sync ask the server again now if it was offline, signed out or resting, because sending has just succeeded.
    func answered(_ service: any RemoteService) {
        switch board.status(of: account.id).phase {
        case .offline(let error, _):
            // A server that asked us to wait is left alone.
            guard case .unreachable = error.reason else { return }
        case .signedOut: break
        case .polling where knowledge.withLock(\.isResting): break
        default: return
        }
        service.askForChanges()
        syncWake.wake()
    }

    /// Stores why syncing fails, so that other processes that wait for it can report the reason.
    private func keep(trouble: String?) async {
        let id = account.id
        let known = try? store.read { try $0.syncState(AccountSync.Key.trouble, account: id) }
        guard known != trouble else { return }
        _ = try? await store.write { try $0.setSyncState(trouble, key: AccountSync.Key.trouble, account: id) }
    }

    /// How far reading has got, for the changes and each walk.
    private var place: [String?] {
        let keys = [
            AccountSync.Key.state, AccountSync.Key.threads, AccountSync.Key.comparing, AccountSync.Key.bodies,
        ]
        return (try? store.read { reader in try keys.map { try reader.syncState($0, account: account.id) } }) ?? []
    }

    /// - Parameter getsOn: whether anything was read since the previous failure.
    private func settle(_ failure: AccountSync.Failure, _ backOff: inout BackOff, getsOn: Bool) async {
        switch failure {
        case .store(let error):
            knowledge.withLock { $0.waitsForStore = true }
            board.update(account.id) { $0.phase = .storeFailed(error) }
            board.tell(.storeFailed(error))
            await syncWake.wait(atMost: .seconds(10), clock: clock)
            knowledge.withLock { $0.waitsForStore = false }
        case .remote(let error):
            if case .signIn = error.nextStep {
                board.update(account.id) { $0.phase = .signedOut(message: error.summary) }
                await keep(trouble: "the server refused its sign-in (\(error.summary))")
                await syncWake.wait(atMost: .seconds(300), clock: clock)
                // Only now: the sender may have connected meanwhile with the old secret.
                forget()
                return
            }
            let answered = knowledge.withLock(\.answersSince).map { timeline.now - $0 }
            let isConnected = board.status(of: account.id).isConnected
            // Reading the same again and again is no progress.
            let getsOn = getsOn && isConnected && error.nextStep != .reload
            switch backOff.next(after: error, answered: answered, getsOn: getsOn) {
            case .again: break
            case .rest(let delay):
                board.update(account.id) { $0.phase = .polling }
                knowledge.withLock { $0.isResting = true }
                await syncWake.wait(atMost: delay, clock: clock)
                knowledge.withLock { $0.isResting = false }
            case .away(let delay):
                board.update(account.id) { status in
                    status.phase = .offline(error, retryAt: now().addingTimeInterval(delay.seconds))
                    status.progress = nil
                }
                await keep(trouble: error.summary)
                await syncWake.wait(atMost: delay, clock: clock)
            }
            // Only an answer, which may take a minute, shows whether a server that fell silent is still there.
            if error.finding == .silent {
                board.update(account.id) { if $0.isConnected { $0.phase = .connecting } }
            }
        }
    }
}

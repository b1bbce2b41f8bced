import Foundation
public import InboxModel
public import InboxRemote
public import InboxStore
import MailContent
import Synchronization

/// Makes the service that speaks an account's dialect.
public typealias ServiceMaker = @Sendable (Account, _ secret: String) -> any RemoteService

/// All accounts of one home: their mail, what was done to it, and the engines that keep both in step with the servers.
public final class MailSession: Sendable {
    /// Where it keeps what it keeps; nil for a store that lives elsewhere, or in memory.
    public let home: Home?
    package let store: Store
    let board: StatusBoard
    /// Held as long as the store is open: meanwhile nobody repairs it.
    private let use: ProcessLock?
    /// How much of each account's mail is kept here.
    public let policy: SyncPolicy
    /// What can be asked of others than the accounts' servers, and by what.
    public let network: Network
    let clock: any Clock<Duration>
    let fence: ReadingFence?
    /// Who does what is done by this session.
    let origin: DeedOrigin
    /// How often its providers speak.
    let pace: Pace
    let running = Mutex(Running())
    let presence = Presence()
    /// Made when data is first asked for: commands never do.
    private let shared = Mutex<(manager: DataManager, feed: MailFeed)?>(nil)

    /// Whom the user knows, and since when that is so.
    let people = Mutex<(people: KnownPeople, since: ContinuousClock.Instant)?>(nil)

    struct Running {
        var lock: ProcessLock?
        var runners: [AccountID: (runner: AccountRunner, task: Task<Void, Never>)] = [:]
        var follower: Task<Void, Never>?
        /// Sees that the machine was asleep.
        var watch: Task<Void, Never>?
        /// Takes out what was left behind before.
        var tidying: Task<Void, Never>?
        /// Every account is synced here, also one that another process adds.
        var runsAll = false
        /// Accounts that are about to be paused: nothing of them is begun meanwhile.
        var pausing: Set<AccountID> = []
        /// What brings snoozed mail back where an account is paused.
        var wakers: [AccountID: Task<Void, Never>] = [:]
        /// Pages of older mail that are on their way.
        var older: [AccountID: Task<Void, Never>] = [:]
        /// Made once an account's secret is known, and kept: a service remembers what it learned of its server.
        var services: [AccountID: any RemoteService] = [:]
        /// How many were made for each account so far.
        var made: [AccountID: Int] = [:]

        func connection(to account: AccountID) -> Connection? {
            services[account].map { Connection(service: $0, number: made[account, default: 0]) }
        }

        /// Has an account's server asked by this service from now on, also by who waits for news by an older one.
        mutating func connect(_ account: AccountID, by service: any RemoteService) -> Connection {
            services[account] = service
            made[account, default: 0] += 1
            return Connection(service: service, number: made[account, default: 0])
        }
    }

    /// Opens a home. Its store is read at once; no server is asked before `start`.
    /// - Parameters:
    ///   - log: where what happens with the servers is told; nil: in the home's own log.
    ///   - origin: who does what is done by it, and takes it back.
    public convenience init(
        home: Home, policy: SyncPolicy = .everything, log: SessionLog? = nil, origin: DeedOrigin = .screen,
        network: Network
    ) throws(SessionError) {
        do throws(HomeError) { try home.prepare() } catch { throw .home(error) }
        // One that was started along with this may just be changing the store after an upgrade. A repair takes longer, and
        // holds the lock of what syncs too. On a full disk, where the lock has no file, what is here can be read without it.
        let use = ProcessLock.shared(path: home.useLockPath, within: .seconds(10)) {
            !ProcessLock.isHeld(path: home.lockPath)
        }
        if use == nil, ProcessLock.isHeld(path: home.useLockPath) { throw .store(.locked) }
        let store: Store
        do throws(StoreError) {
            store = try Store(path: home.storePath) { isNeeded, work in
                // Without the lock nobody knows who else has the store open: then it stays as it is.
                guard let use = use ?? ProcessLock(path: home.useLockPath, isShared: true) else {
                    throw Self.whyUnlocked(home.useLockPath)
                }
                // Commands in other terminals are soon over, and so is what another one does that was started along with this.
                return try use.alone(within: .seconds(6), isNeeded, work)
            }
        } catch { throw .store(error) }
        self.init(
            store: store, home: home, use: use, policy: policy, clock: ContinuousClock(), pace: .frame,
            log: log ?? SessionLog(path: home.logPath), origin: origin, network: network)
    }

    static func whyUnlocked(_ path: String) -> StoreError {
        switch ProcessLock.problem(path: path) {
        case nil: .locked
        case ENOSPC, EDQUOT: .diskFull
        default: .notWritable(path: path)
        }
    }

    /// Opens a home whose accounts are reached through services that the caller makes; nobody else is asked for anything.
    public convenience init(
        home: Home, policy: SyncPolicy = .everything, log: SessionLog? = nil, makeService: @escaping ServiceMaker
    ) throws(SessionError) {
        try self.init(home: home, policy: policy, log: log, network: Network(services: makeService))
    }

    /// A session over a store that lives elsewhere, or only in memory.
    public convenience init(
        store: Store, home: Home? = nil, policy: SyncPolicy = .everything,
        clock: any Clock<Duration> = ContinuousClock(), pace: Pace = .frame, log: SessionLog? = nil,
        origin: DeedOrigin = .screen,
        makeService: @escaping ServiceMaker
    ) {
        self.init(
            store: store, home: home, use: nil, policy: policy, clock: clock, pace: pace, log: log, origin: origin,
            network: Network(services: makeService))
    }

    /// A session over a store that lives elsewhere, or only in memory, which asks others by this network.
    public convenience init(store: Store, network: Network) {
        self.init(
            store: store, home: nil, use: nil, policy: .everything, clock: ContinuousClock(), pace: .frame, log: nil,
            network: network)
    }

    private init(
        store: Store, home: Home?, use: ProcessLock?, policy: SyncPolicy, clock: any Clock<Duration>, pace: Pace,
        log: SessionLog?, origin: DeedOrigin = .screen, network: Network
    ) {
        board = StatusBoard(log: log)
        self.store = store
        self.home = home
        self.use = use
        self.policy = policy
        self.clock = clock
        self.pace = pace
        self.network = network
        self.origin = origin
        fence = home.map { ReadingFence(folder: $0.readingPath) }
        putUnreadableAside()
    }

    deinit { stop() }

    var makeService: ServiceMaker { network.services }

    // MARK: Running

    /// Starts to sync and to send.
    /// - Returns: false when another process does that for this home; then this one shows, queues, and follows the other.
    @discardableResult
    public func start() -> Bool { start(runners: true) }

    func start(runners: Bool) -> Bool {
        let syncs = running.withLock { running in
            guard let home else { return true }
            // Asked for twice it would be refused: by us.
            if running.lock == nil { running.lock = ProcessLock(path: home.lockPath) }
            follow(&running)
            return running.lock != nil
        }
        guard syncs else { return false }
        if runners {
            running.withLock { running in
                running.runsAll = true
                guard home != nil, running.watch == nil else { return }
                running.watch = Task { [weak self, clock] in
                    await MachineWatch.run(clock: clock) { [weak self] in self?.cameBack() }
                }
            }
            for account in accountsOrNotice() { startRunner(account) }
        }
        running.withLock { running in
            // Whoever asks for the lock first and starts then tidies once.
            guard running.tidying == nil else { return }
            running.tidying = Task { [store, home] in await Self.tidy(store, home) }
        }
        return true
    }

    /// Ends everything that runs in the background. What is queued stays queued.
    public func stop() {
        let (tasks, lock) = endAll()
        Task { await Self.end(tasks, lock) }
    }

    /// Ends everything, and returns when it has ended: requests are given up, what is being written is written.
    public func stopAndWait() async {
        let (tasks, lock) = endAll()
        await Self.end(tasks, lock)
    }

    /// What is being sent is settled before another process may take over.
    private static func end(_ tasks: [Task<Void, Never>], _ lock: ProcessLock?) async {
        for task in tasks { await task.value }
        withExtendedLifetime(lock) {}
    }

    private func endAll() -> ([Task<Void, Never>], ProcessLock?) {
        let (tasks, lock) = running.withLock { running in
            defer { running = Running() }
            let tasks =
                running.runners.values.map(\.task) + running.wakers.values + running.older.values
                + [running.follower, running.watch, running.tidying].compactMap(\.self)
            return (tasks, running.lock)
        }
        for task in tasks { task.cancel() }
        return (tasks, lock)
    }

    /// One at a time for each account.
    func fetchOlder(_ account: AccountID, _ work: @escaping @Sendable () async -> Void) {
        running.withLock { running in
            guard running.older[account] == nil else { return }
            running.older[account] = Task { [weak self] in
                await work()
                self?.running.withLock { _ = $0.older.removeValue(forKey: account) }
            }
        }
    }

    /// Forgets back-off: every account connects and sends now.
    public func retryNow() {
        for runner in running.withLock({ $0.runners.values.map(\.runner) }) { runner.retryNow() }
    }

    /// The machine was asleep, or its network is another one: nobody waits any longer, and servers are asked what is new.
    func cameBack() {
        for service in running.withLock({ $0.services.values.map(\.self) }) { service.cameBack() }
        retryNow()
    }

    func startRunner(_ account: Account) {
        // Under the lock: two senders for one queue would send everything twice.
        running.withLock { running in
            guard running.runners[account.id] == nil, !running.pausing.contains(account.id) else { return }
            running.wakers.removeValue(forKey: account.id)?.cancel()
            let runner = AccountRunner(
                account: account, store: store, board: board, policy: policy, fence: fence, clock: clock,
                reach: { [weak self] in await self?.reach($0) ?? .failure(.missing) },
                forget: { [weak self] in
                    // Without a home there is nowhere to read it again.
                    guard let self, self.home != nil else { return }
                    self.running.withLock { $0.services[account.id] = nil }
                }
            ) { [weak self] in
                guard let self else { return .failure(.missing) }
                return await self.connection(for: account)
            }
            running.runners[account.id] = (runner, Task { await runner.run() })
        }
    }

    /// Another process has added or removed accounts: those are synced, or are so no longer.
    func matchAccounts() {
        guard running.withLock(\.runsAll), let accounts = try? accounts() else { return }
        let ids = Set(accounts.map(\.id))
        let gone = running.withLock { running in
            running.services = running.services.filter { ids.contains($0.key) }
            let gone = running.runners.filter { !ids.contains($0.key) }
            for id in gone.keys { running.runners[id] = nil }
            for id in running.wakers.keys where !ids.contains(id) { running.wakers.removeValue(forKey: id)?.cancel() }
            return gone
        }
        for (id, runner) in gone {
            runner.task.cancel()
            board.remove(id)
        }
        for account in accounts where status(of: account.id).phase != .paused { startRunner(account) }
    }

    var dataAndFeed: (manager: DataManager, feed: MailFeed) {
        shared.withLock { shared in
            if let shared { return shared }
            let manager = DataManager(cache: StoreModelCache(store: store))
            let made = (manager: manager, feed: MailFeed(store: store, manager: manager))
            shared = made
            return made
        }
    }
}

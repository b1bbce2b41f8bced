import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// What runs beside whoever uses a session: the engines of its accounts, and what belongs to them.
extension MailSession {
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

    /// Starts syncing and sending.
    /// - Returns: false if another process does that for this home; this one then shows, queues, and follows the other.
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

    /// Stops everything that runs in the background. What is queued stays queued.
    public func stop() {
        let (tasks, lock) = endAll()
        Task { await Self.end(tasks, lock) }
    }

    /// Stops everything, and returns once it has stopped: requests are given up, and what is being written is written.
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

    /// Skips back-off: every account connects and sends now.
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
}

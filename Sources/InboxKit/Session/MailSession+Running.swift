import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// The background work of a session: the engines of its accounts, and their tasks.
extension MailSession {
    struct Running {
        var lock: ProcessLock?
        var runners: [AccountID: (runner: AccountRunner, task: Task<Void, Never>)] = [:]
        /// The accounts that `syncOnce` is syncing now, each with whether its engine is to start afterwards.
        var once: [AccountID: Bool] = [:]
        var follower: Task<Void, Never>?
        /// Notices that the machine was asleep.
        var watch: Task<Void, Never>?
        /// Removes what earlier runs left behind.
        var tidying: Task<Void, Never>?
        /// The tasks that remove what is left of removed accounts: their mail, and, once their work has ended, their status.
        var removals: [Task<Void, Never>] = []
        /// Whether every account is synced here, including those that another process adds.
        var runsAll = false
        /// The tasks that pause accounts: no work begins for these meanwhile.
        var pausing: [AccountID: Task<Void, Never>] = [:]
        /// The tasks that bring snoozed mail back in paused accounts.
        var wakers: [AccountID: Task<Void, Never>] = [:]
        /// The tasks that fetch mail out of turn: a mailbox's first page, and, under nil, older pages.
        var pages: [AccountID: [MailboxID?: Task<Void, Never>]] = [:]
        /// The services, each made once its account's secret is known, and kept: a service remembers what it learns about its
        /// server.
        var services: [AccountID: any RemoteService] = [:]
        /// The URLs of their servers.
        var places: [AccountID: String] = [:]
        /// The number of services made for each account so far.
        var made: [AccountID: Int] = [:]

        /// The accounts for which something runs.
        var atWork: Set<AccountID> {
            Set(runners.keys).union(pausing.keys).union(wakers.keys).union(pages.keys)
        }

        /// Takes out all that runs for an account, and cancels it.
        mutating func cancelWork(for account: AccountID) -> (runner: AccountRunner?, tasks: [Task<Void, Never>]) {
            let runner = runners.removeValue(forKey: account)
            let others = [wakers.removeValue(forKey: account), pausing.removeValue(forKey: account)]
            let tasks =
                ([runner?.task] + others).compactMap(\.self) + (pages.removeValue(forKey: account) ?? [:]).values
            for task in tasks { task.cancel() }
            return (runner?.runner, tasks)
        }

        func connection(to account: AccountID) -> Connection? {
            services[account].map { Connection(service: $0, number: made[account, default: 0]) }
        }

        /// Makes this the service for an account's server from now on, even for tasks that wait for changes on an older one.
        mutating func connect(_ account: Account, by service: any RemoteService) -> Connection {
            services[account.id] = service
            places[account.id] = account.url
            made[account.id, default: 0] += 1
            return Connection(service: service, number: made[account.id, default: 0])
        }
    }

    /// Starts syncing and sending.
    /// - Returns: false if another process does that for this home; this one then shows and queues actions, and follows the other.
    @discardableResult
    public func start() -> Bool { start(runners: true) }

    func start(runners: Bool) -> Bool {
        let syncs = running.withLock { running in
            guard let home else { return true }
            // Taking the lock twice would fail because of our own lock.
            if running.lock == nil { running.lock = ProcessLock(path: home.lockPath) }
            follow(&running)
            return running.lock != nil
        }
        guard syncs else { return false }
        if runners {
            running.withLock { running in
                guard maySync(running) else { return }
                running.runsAll = true
                guard home != nil, running.watch == nil else { return }
                running.watch = Task { [weak self, clock] in
                    await MachineWatch.run(clock: clock) { [weak self] in self?.cameBack() }
                }
            }
            for account in accountsOrNotice() { startRunner(account) }
        }
        running.withLock { running in
            // Calling `lockForSync` and then `start` tidies only once.
            guard maySync(running), running.tidying == nil else { return }
            running.tidying = Task { [store, home] in await Self.tidy(store, home) }
        }
        return true
    }

    /// Stops everything that runs in the background, soon after this returns. What is queued stays queued. Before another `start`, use
    /// `stopAndWait`: until everything has stopped, this session still holds the lock of its home.
    public func stop() {
        let (tasks, lock) = endAll()
        Task { await Self.end(tasks, lock) }
    }

    /// Stops everything, and returns once it has stopped: requests are abandoned, and writes in progress are completed.
    public func stopAndWait() async {
        let (tasks, lock) = endAll()
        await Self.end(tasks, lock)
    }

    /// Waits until what earlier runs left behind is removed, which begins with `start` or `lockForSync`. The program may end sooner; then
    /// the next start goes on.
    public func finishTidying() async { await running.withLock(\.tidying)?.value }

    /// Lets no other process take over before messages being sent are settled.
    private static func end(_ tasks: [Task<Void, Never>], _ lock: ProcessLock?) async {
        for task in tasks { await task.value }
        withExtendedLifetime(lock) {}
    }

    private func endAll() -> ([Task<Void, Never>], ProcessLock?) {
        let (tasks, pauses, lock) = running.withLock { running in
            defer {
                let once = running.once.mapValues { _ in false }
                running = Running()
                running.once = once
            }
            let tasks =
                running.runners.values.map(\.task) + running.wakers.values + running.pages.values.flatMap(\.values)
                + [running.follower, running.watch, running.tidying].compactMap(\.self) + running.removals
            return (tasks, running.pausing.values, running.lock)
        }
        for task in tasks { task.cancel() }
        // These have cancelled the tasks of their accounts.
        return (tasks + pauses, lock)
    }

    /// Starts fetching mail out of turn, unless the account is already doing so.
    /// - Parameter mailbox: the mailbox whose first page it is; nil for older pages.
    func fetchPages(_ account: AccountID, of mailbox: MailboxID? = nil, _ work: @escaping @Sendable () async -> Void) {
        running.withLock { running in
            guard running.pages[account]?[mailbox] == nil, running.pausing[account] == nil else { return }
            running.pages[account, default: [:]][mailbox] = Task { [weak self] in
                await work()
                self?.running.withLock { _ = $0.pages[account]?.removeValue(forKey: mailbox) }
            }
        }
    }

    /// Skips back-off: every account connects and sends now.
    public func retryNow() {
        for runner in running.withLock({ $0.runners.values.map(\.runner) }) { runner.retryNow() }
    }

    /// Retries everything at once and asks the servers for changes, because the machine was asleep or has changed networks.
    func cameBack() {
        for service in running.withLock({ $0.services.values.map(\.self) }) { service.cameBack() }
        retryNow()
    }

    /// Whether this process syncs the home. Not once everything was stopped: by then another one may do so.
    func maySync(_ running: Running) -> Bool { home == nil || running.lock != nil }

    func startRunner(_ account: Account) {
        // Under the lock: two senders for one queue would send everything twice.
        running.withLock { running in
            guard maySync(running), running.runners[account.id] == nil, running.pausing[account.id] == nil else {
                return
            }
            guard running.once[account.id] == nil else {
                running.once[account.id] = true
                return
            }
            running.wakers.removeValue(forKey: account.id)?.cancel()
            let runner = AccountRunner(
                account: account, store: store, board: board, policy: policy, fence: fence, clock: clock,
                reach: { [weak self] in await self?.reach($0) ?? .failure(.missing) },
                forget: { [weak self] in
                    // Without a home, there is nowhere to read the secret from again.
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

    /// Starts syncing accounts that another process has added, and stops syncing those it has removed. Those whose server has moved
    /// are synced at its new place.
    func matchAccounts() {
        guard let accounts = try? accounts() else { return }
        running.withLock { running in
            // Also where another process syncs: files and texts are fetched here, too.
            for account in accounts where running.places[account.id].map({ $0 != account.url }) ?? false {
                running.services[account.id] = nil
            }
        }
        guard running.withLock(\.runsAll) else { return }
        let ids = Set(accounts.map(\.id))
        for account in accounts { stopElsewhere(account) }
        running.withLock { running in
            running.services = running.services.filter { ids.contains($0.key) }
            for id in running.atWork.subtracting(ids) {
                let tasks = running.cancelWork(for: id).tasks
                running.removals.append(
                    Task { [board] in
                        // Until they have ended, they report how the account stands.
                        for task in tasks { await task.value }
                        board.remove(id)
                    })
            }
        }
        for account in accounts where status(of: account.id).phase != .paused { startRunner(account) }
    }

    /// Stops syncing an account at a place where its server is no longer, and then starts anew.
    private func stopElsewhere(_ account: Account) {
        let old = running.withLock { running -> Task<Void, Never>? in
            guard let (runner, task) = running.runners[account.id], runner.account.url != account.url else {
                return nil
            }
            return task
        }
        guard let old else { return }
        old.cancel()
        Task { [weak self] in
            await old.value
            // Two senders for one queue would send everything twice.
            let isOver = self?.running.withLock { running in
                guard running.runners[account.id]?.task == old else { return false }
                running.runners[account.id] = nil
                return true
            }
            if isOver == true { self?.matchAccounts() }
        }
    }
}

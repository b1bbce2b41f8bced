import Foundation
public import InboxModel
public import InboxRemote
public import InboxStore
import MailContent
import Synchronization

/// Makes the service that speaks an account's dialect.
public typealias ServiceMaker = @Sendable (Account, _ secret: String) -> any RemoteService

/// All accounts of one home: their mail, what the user did to it, and the engines that keep both in sync with the servers.
///
/// It may be used from anywhere. Providers do not keep it: once it is released, it stops syncing, and they still follow the store.
public final class MailSession: Sendable {
    /// The folders of the store and the logs; nil for a store that is elsewhere, or in memory.
    public let home: Home?
    package let store: Store
    let board: StatusBoard
    /// Held while the store is open, so that nobody repairs it meanwhile.
    private let use: ProcessLock?
    /// How much of each account's mail is kept here.
    public let policy: SyncPolicy
    /// The way to the network, including places other than the accounts' servers.
    public let network: Network
    let clock: any Clock<Duration>
    let fence: ReadingFence?
    /// On whose behalf this session acts.
    let origin: DeedOrigin
    /// How often this session's providers emit events.
    let pace: Pace
    let running = Mutex(Running())
    let presence = Presence()
    /// Made on first use; commands never need it.
    private let shared = Mutex<(manager: DataManager, feed: MailFeed)?>(nil)

    /// The people that the user knows, and since when they are being read.
    let people = Mutex<(reading: Task<KnownPeople, Never>, since: ContinuousClock.Instant)?>(nil)

    /// Opens a home. Its store can be read at once; no server is asked before `start`.
    /// - Parameters:
    ///   - policy: how much mail is kept here; programs that share a home need the same.
    ///   - log: records what happens with the servers; nil stands for the home's own log.
    ///   - origin: on whose behalf the session acts; `undo` takes back what the same origin did.
    /// - Throws: `home` or `store`; `.store(.locked)` while another process repairs or upgrades the store.
    public convenience init(
        home: Home, policy: SyncPolicy = .everything, log: SessionLog? = nil, origin: DeedOrigin = .screen,
        network: Network = Network()
    ) throws(SessionError) {
        do throws(HomeError) { try home.prepare() } catch { throw .home(error) }
        // A process that was started at the same time may just be changing the store after an upgrade. A repair takes longer, and
        // also holds the sync lock. On a full disk, where the lock file can't be created, the store can be read without the lock.
        let use = ProcessLock.shared(path: home.useLockPath, within: .seconds(10)) {
            !ProcessLock.isHeld(path: home.lockPath)
        }
        if use == nil, ProcessLock.isHeld(path: home.useLockPath) { throw .store(.locked) }
        let store: Store
        do throws(StoreError) {
            store = try Store(path: home.storePath) { isNeeded, work in
                // Without the lock, it is unknown who else has the store open, so the store is not changed.
                guard let use = use ?? ProcessLock(path: home.useLockPath, isShared: true) else {
                    throw Self.whyUnlocked(home.useLockPath)
                }
                // Commands in other terminals end soon, and so does the upgrade by a process that was started at the same time.
                return try use.alone(within: .seconds(6), isNeeded, work)
            }
        } catch { throw .store(error) }
        self.init(
            store: store, home: home, use: use, policy: policy, clock: ContinuousClock(), pace: .frame,
            log: log ?? SessionLog(path: home.logPath), origin: origin, network: network)
    }

    static func whyUnlocked(_ path: String) -> StoreError {
        guard let problem = ProcessLock.problem(path: path) else { return .locked }
        return StoreError.lack(problem) ?? .notWritable(path: path)
    }

    /// Opens a home whose accounts are reached through services that the caller makes; nothing else is requested from the network.
    public convenience init(
        home: Home, policy: SyncPolicy = .everything, log: SessionLog? = nil, makeService: @escaping ServiceMaker
    ) throws(SessionError) {
        try self.init(home: home, policy: policy, log: log, network: Network(services: makeService))
    }

    /// A session on a store that is elsewhere, or only in memory. Nothing keeps another process from syncing the same file.
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

    /// The same, with this network.
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

import GRDB

/// The mail store on disk: one SQLite file, one writer, and readers that never wait for it.
public struct Store: Sendable {
    let connection: StoreConnection
    var database: any DatabaseWriter { connection.current }
    private let watch: SchemaWatch
    private let hub = CommitHub()
    let queue = WriteQueue()
    /// The user's addresses besides those of the accounts.
    package let own = OwnAddresses()
    /// The path of the file; empty for a store in memory.
    public let path: String

    /// Opens the file, or creates it, and brings its schema up to date after copying the file aside.
    /// - Throws: `newerVersion` when a newer Maraca wrote the file, which is not touched; `notWritable`, `corrupt`, `diskFull`.
    public init(path: String) throws(StoreError) {
        try self.init(path: path, steps: Migration.all)
    }

    /// Runs `work` while nobody else has the file open, unless another process has made it unnecessary meanwhile.
    /// - Returns: false when others kept the file open; then nothing was done.
    package typealias WhileAlone = (_ isNeeded: () throws -> Bool, _ work: () throws -> Void) throws -> Bool

    static let unguarded: @Sendable (() throws -> Bool, () throws -> Void) throws -> Bool = { _, work in
        try work()
        return true
    }

    /// - Parameter whileAlone: called before the schema changes.
    /// - Throws: also `olderVersionRuns`.
    package init(path: String, whileAlone: @escaping WhileAlone) throws(StoreError) {
        try self.init(path: path, steps: Migration.all, whileAlone: whileAlone)
    }

    /// - Parameter isAlone: whether to open the file as on a full disk.
    init(
        path: String, steps: [Migration], whileAlone: @escaping WhileAlone = Store.unguarded, isAlone: Bool = false,
        logLimits: LogKeeper.Limits = LogKeeper.Limits()
    ) throws(StoreError) {
        self.path = path
        let logKeeper = LogKeeper(path: path, limits: logLimits)
        let migrator = Migrator(steps: steps)
        watch = SchemaWatch(path: path, migrator: migrator)
        do {
            let file = StoreFile(
                path: path, migrator: migrator, whileAlone: whileAlone, isAlone: isAlone, logKeeper: logKeeper)
            connection = StoreConnection(try file.open(), logKeeper: logKeeper)
            hub.skip(to: try connection.current.read(CommitLog.seq))
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// A store in memory, for tests and for programs that keep nothing.
    public init() throws(StoreError) {
        path = ""
        do {
            let queue = try DatabaseQueue(configuration: StoreFile.configuration())
            let migrator = Migrator(steps: Migration.all)
            try migrator.migrate(queue)
            watch = SchemaWatch(path: "", migrator: migrator)
            connection = StoreConnection(queue)
        } catch {
            throw StoreError(error, path: "")
        }
    }

    // MARK: Writing

    /// Runs one transaction: all of it or nothing. Listeners receive its changes once, after the commit.
    /// - Parameter waitsForDisk: false for what a server will report again: a loss of power may revert the last such commits,
    ///   the newest first, and a cancelled task writes nothing more. The user's actions, and server answers to them, wait for
    ///   the disk and are written even when their task is cancelled; all earlier commits are then on disk too.
    @discardableResult
    package func write<Result: Sendable>(
        waitsForDisk: Bool = true, _ body: @escaping @Sendable (StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        let place = queue.enter()
        defer { place.leave() }
        @Sendable func work(_ database: Database) throws -> Result {
            place.leave()
            return try transact(database, waitsForDisk, body)
        }
        do {
            guard waitsForDisk else { return try await database.writeWithoutTransaction(work) }
            // GRDB does not know of the task here, so the end of the task can't interrupt the write.
            return try await withCheckedThrowingContinuation { continuation in
                database.asyncWriteWithoutTransaction { database in
                    continuation.resume(with: Swift.Result { try work(database) })
                }
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// `write` for callers without a task. It waits for the disk, so screens must not call it.
    @discardableResult
    package func writeNow<Result>(
        waitsForDisk: Bool = true, _ body: (StoreTransaction) throws -> Result
    ) throws(StoreError) -> Result {
        let place = queue.enter()
        defer { place.leave() }
        do {
            return try database.writeWithoutTransaction { database in
                place.leave()
                return try transact(database, waitsForDisk, body)
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private func transact<Result>(
        _ database: Database, _ waitsForDisk: Bool, _ body: (StoreTransaction) throws -> Result
    ) throws -> Result {
        // Set before each transaction, because an interrupted one cannot restore the setting.
        try database.execute(sql: "PRAGMA synchronous = \(waitsForDisk ? "FULL" : "NORMAL")")
        var done: (result: Result, commit: Commit?)?
        try database.inTransaction(.immediate) {
            done = try run(database, body)
            return .commit
        }
        guard let done else { throw StoreError.failed(detail: "the transaction did not run") }
        // Only now: on a full disk it is the commit that fails, and what is not in the file must not be published.
        if let commit = done.commit {
            hub.publish(commit)
            // The pages of a first sync, and actions on many threads, go on with what they have read.
            if commit.isSmall { database.emptyLargeCache() }
        }
        return done.result
    }

    private func run<Result>(_ database: Database, _ body: (StoreTransaction) throws -> Result) throws
        -> (Result, Commit?)
    {
        if database.hasMoved { throw StoreError.moved(path: path) }
        try watch.check(database)
        // The commits of other processes come first, so that no listener misses one.
        try tellOthers(database)
        let transaction = StoreTransaction(
            database, keepsImages: hub.hasListeners, keepsWords: hub.needsWords, queue: queue)
        let result = try body(transaction)
        return (result, try transaction.finish())
    }

    /// The number of writers that wait in this process.
    package var waitingWrites: Int { queue.count }

    /// Calls a listener for every commit from now on, in order, as long as the result is retained. The listener must only take note.
    /// - Parameter needsWords: whether commits also carry the words of the messages that changed.
    package func listen(needsWords: Bool = false, _ listener: @escaping @Sendable (Commit) -> Void) -> Listening {
        hub.listen(needsWords: needsWords, listener)
    }

    /// Whether there are listeners. Without any, a commit is written but its changes are not collected.
    package var hasListeners: Bool { hub.hasListeners }

    // MARK: Reading

    /// Reads from one snapshot. Never waits for a writer, only for the disk.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws(StoreError) -> Result {
        do {
            let own = own.all
            return try database.read { try body(StoreReader(database: $0, configuredAddresses: own)) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    // MARK: Other processes

    /// Whether the disk was full at the start. Then there is a single connection, other processes cannot open the file,
    /// and reads wait for writes.
    package var isAlone: Bool { !path.isEmpty && connection.current is DatabaseQueue }

    /// Lets other processes open the file once the disk has room again.
    /// - Returns: whether they can open it now.
    @discardableResult
    package func admitOthers() async throws(StoreError) -> Bool {
        guard isAlone, let queue = connection.current as? DatabaseQueue else { return true }
        guard StoreError.lack(at: path, needing: 32 << 20) == nil else { return false }
        do {
            try await queue.writeWithoutTransaction { [path, connection] database in
                try StoreFile.share(database)
                let configuration = StoreFile.configuration(logKeeper: connection.logKeeper)
                connection.replace(try DatabasePool(path: path, configuration: configuration))
            }
            return true
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Publishes what other processes have written since the last call.
    /// - Returns: whether they may have added or removed accounts.
    @discardableResult
    package func followOthers() throws(StoreError) -> Bool {
        // A write of this process may have published it already.
        guard try read({ try $0.seq() }) > hub.told else { return hub.takeAccountsChanged() }
        do {
            // On the writer's queue, where this process publishes its own commits too; nothing is written.
            try database.writeWithoutTransaction { database in
                try database.inTransaction(.deferred) {
                    try tellOthers(database)
                    return .commit
                }
            }
        } catch {
            throw StoreError(error, path: path)
        }
        return hub.takeAccountsChanged()
    }

    /// Reports writes to the file by this process or another, after which `followOthers` finds what others did.
    /// - Returns: nil where the system cannot report this.
    package func watchLog(written: @escaping @Sendable () -> Void) -> LogWatch? {
        LogWatch(log: path + "-wal", written: written)
    }

    private func tellOthers(_ database: Database) throws {
        let seq = try CommitLog.seq(database)
        let told = hub.told
        guard seq > told else { return }
        guard hub.hasListeners else { return hub.skip(to: seq) }
        for commit in try CommitLog.commits(database, after: told, withWords: hub.needsWords) {
            hub.publish(commit, ofOthers: true)
        }
    }

    /// The problems that SQLite finds in the file, in its own words; empty when it is sound.
    package func integrityProblems() throws(StoreError) -> [String] {
        do {
            return try database.read(FileCheck.problems)
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

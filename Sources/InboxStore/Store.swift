import GRDB

/// The mailbox on disk: one SQLite file, one writer, readers that never wait for it.
public struct Store: Sendable {
    let connection: StoreConnection
    var database: any DatabaseWriter { connection.current }
    private let watch: SchemaWatch
    private let hub = CommitHub()
    private let queue = WriteQueue()
    /// Addresses that are the user's, whatever the accounts say.
    package let own = OwnAddresses()
    /// Where the file is; empty for a store in memory.
    public let path: String

    /// Opens the file, making it when there is none, and brings its schema up to date after copying it aside.
    /// - Throws: `newerVersion` when a newer Maraca wrote it: the file is not touched; `notWritable`, `corrupt`, `diskFull`.
    public init(path: String) throws(StoreError) {
        try self.init(path: path, steps: Migration.all)
    }

    /// Does `work` while nobody else has the file open, unless another process has done it meanwhile: then it is not needed.
    /// - Returns: false when others kept it open; then nothing was done.
    package typealias WhileAlone = (_ isNeeded: () throws -> Bool, _ work: () throws -> Void) throws -> Bool

    static let unguarded: @Sendable (() throws -> Bool, () throws -> Void) throws -> Bool = { _, work in
        try work()
        return true
    }

    /// - Parameter whileAlone: is asked for before the schema changes.
    /// - Throws: `olderVersionRuns` too.
    package init(path: String, whileAlone: @escaping WhileAlone) throws(StoreError) {
        try self.init(path: path, steps: Migration.all, whileAlone: whileAlone)
    }

    /// - Parameter isAlone: open it as on a full disk.
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

    /// One transaction: all of it or nothing. Providers hear of it once, after it is committed.
    /// - Parameter waitsForDisk: false for what a server will tell again: a loss of power may take the last such commits
    ///   back, the newest first, and whoever is cancelled writes nothing more. Whatever the user did, and what a server
    ///   answered to it, waits, and is written also when its task is cancelled; what was committed before is then on disk too.
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
            // Where GRDB does not know of the task, it can't be cut short by it.
            return try await withCheckedThrowingContinuation { continuation in
                database.asyncWriteWithoutTransaction { database in
                    continuation.resume(with: Swift.Result { try work(database) })
                }
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// `write` for callers without a task; waits for the disk, so never from a screen.
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
        // Before each, for what was set before the last one could not be set back where that one was cut short.
        try database.execute(sql: "PRAGMA synchronous = \(waitsForDisk ? "FULL" : "NORMAL")")
        var done: (result: Result, commit: Commit?)?
        try database.inTransaction(.immediate) {
            done = try run(database, body)
            return .commit
        }
        guard let done else { throw StoreError.failed(detail: "the transaction did not run") }
        // Only now: where the disk is full it is the commit that fails, and what is not in the file is told to nobody.
        if let commit = done.commit { hub.publish(commit) }
        return done.result
    }

    private func run<Result>(_ database: Database, _ body: (StoreTransaction) throws -> Result) throws
        -> (Result, Commit?)
    {
        try watch.check(database)
        // What others did since comes first, so that nobody who listens misses a commit.
        try tellOthers(database)
        let transaction = StoreTransaction(
            database, keepsImages: hub.hasListeners, keepsWords: hub.needsWords, queue: queue)
        let result = try body(transaction)
        return (result, try transaction.finish())
    }

    /// How many wait in this process to write.
    package var waitingWrites: Int { queue.count }

    /// Tells of every commit from now on, in order, as long as the answer is held. The listener must only take note.
    /// - Parameter needsWords: also carry the words of the messages that changed.
    package func listen(needsWords: Bool = false, _ listener: @escaping @Sendable (Commit) -> Void) -> Listening {
        hub.listen(needsWords: needsWords, listener)
    }

    /// Whether anyone listens: without, a commit is written and nobody works out what it changed.
    package var hasListeners: Bool { hub.hasListeners }

    // MARK: Reading

    /// Reads from one snapshot. Never waits for a writer, but for the disk.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws(StoreError) -> Result {
        do {
            let own = own.all
            return try database.read { try body(StoreReader(database: $0, configuredAddresses: own)) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    // MARK: Other processes

    /// Whether the disk was full at the start: then there is a single connection, nobody else gets in, and reading waits for
    /// writing.
    package var isAlone: Bool { !path.isEmpty && connection.current is DatabaseQueue }

    /// Lets others in once the disk has room again.
    /// - Returns: whether they get in now.
    @discardableResult
    package func admitOthers() async throws(StoreError) -> Bool {
        guard isAlone, let queue = connection.current as? DatabaseQueue else { return true }
        guard !StoreError.isFull(path, needing: 32 << 20) else { return false }
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

    /// Tells what other processes have written since the last call.
    /// - Returns: whether they may have added or removed accounts.
    @discardableResult
    package func followOthers() throws(StoreError) -> Bool {
        // Own writes may have told it already.
        guard try read({ try $0.seq() }) > hub.told else { return hub.takeAccountsChanged() }
        do {
            // On the writer's queue, where one's own commits are told too; nothing is written.
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

    /// Tells when somebody writes to the file, this process or another one: then it is time to look what others did.
    /// - Returns: nil where the system does not tell.
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

    /// Whether the file is sound, in SQLite's own words; empty when it is.
    package func integrityProblems() throws(StoreError) -> [String] {
        do {
            return try database.read(FileCheck.problems)
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

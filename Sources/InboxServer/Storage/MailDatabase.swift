import Foundation
import GRDB

/// The server's mail in SQLite. Only one transaction writes at a time; its changes are logged, and announced once it has been
/// committed. Readers of a file never wait.
final class MailDatabase: Sendable {
    private let database: any DatabaseWriter
    /// Held as long as the database is open.
    private let lock: DataFileLock?
    /// Announces every account that a transaction changed.
    let signal = ChangeSignal()

    /// - Parameter path: nil keeps everything in memory.
    init(path: String?) throws(ServerError) {
        if let path, let problem = ServerError.dataFile(path) { throw problem }
        let lock = try path.map { (path) throws(ServerError) in try DataFileLock(path) }
        self.lock = lock
        var configuration = Configuration()
        // Other servers are locked out, but a backup or an inspection tool may be reading.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            db.add(function: TextWords.function)
            db.add(function: SearchFunctions.holdsWords)
            db.add(function: SearchFunctions.hasHeader)
            try db.execute(
                sql: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -\(Self.cache)")
        }
        do {
            if let path {
                try Self.createPrivately(path)
                // Each reader has its own cache, and more readers than processors are no faster.
                configuration.maximumReaderCount = ProcessInfo.processInfo.activeProcessorCount
                database = try DatabasePool(path: path, configuration: configuration)
            } else {
                database = try DatabaseQueue(configuration: configuration)
            }
            // Set here, not with the other settings, because opening a pool resets it.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(Self.safe)") }
            guard try !database.read(Schema.migrator.hasBeenSuperseded) else {
                throw ServerError.dataFileTooNew(path: path ?? "")
            }
            try Schema.migrator.migrate(database)
        } catch let error as ServerError {
            throw error
        } catch {
            if (error as? DatabaseError)?.resultCode == .SQLITE_NOTADB { lock?.remove() }
            throw .dataFileUnusable(path: path ?? "", reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    /// Runs `body` in one transaction, updates the touched threads, logs the changes and wakes the clients that wait for
    /// them.
    ///
    /// The transaction completes even if the task is cancelled, unlike GRDB's own writes: mail that has left must be
    /// recorded.
    func write<Value: Sendable>(_ body: @Sendable @escaping (MailTransaction) throws -> Value) async throws -> Value {
        let (value, accounts) = try await withCheckedThrowingContinuation { continuation in
            database.asyncWrite { db in
                let transaction = MailTransaction(db: db)
                let value = try body(transaction)
                return (value, try transaction.finish())
            } completion: { _, result in
                continuation.resume(with: result)
            }
        }
        signal.announce(accounts)
        return value
    }

    /// Runs `body`, which writes much data that could be imported again. Uses more memory and fewer checkpoints, and does not
    /// wait for the write-ahead log to reach the disk.
    func filling<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await tune(synchronous: "NORMAL", kibibytes: 128_000, checkpointPages: 16_000)
        do {
            let value = try await body()
            try await tune(synchronous: Self.safe, kibibytes: Self.cache, checkpointPages: Self.checkpoint)
            return value
        } catch {
            try? await tune(synchronous: Self.safe, kibibytes: Self.cache, checkpointPages: Self.checkpoint)
            throw error
        }
    }

    /// Whatever a client was told is done must survive a power loss, above all accepted mail.
    private static let safe = "FULL"
    private static let cache = 32_000
    /// SQLite's default.
    private static let checkpoint = 1000

    private func tune(synchronous: String, kibibytes: Int, checkpointPages: Int) async throws {
        try await database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA synchronous = \(synchronous); PRAGMA cache_size = -\(kibibytes); \
                    PRAGMA wal_autocheckpoint = \(checkpointPages); PRAGMA shrink_memory
                    """)
        }
    }

    func close() {
        try? database.close()
        lock?.release()
    }

    /// Creates a new file readable only by its owner, whatever the umask.
    private static func createPrivately(_ path: String) throws(ServerError) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw .dataFileUnusable(path: path, reason: ServerError.words(errno))
        }
    }
}

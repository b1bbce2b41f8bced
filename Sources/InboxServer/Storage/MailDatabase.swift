import Foundation
import GRDB

/// The server's mail in SQLite. One transaction writes at a time; its changes are logged and announced when it has ended
/// well. Readers of a file wait for nobody.
final class MailDatabase: Sendable {
    private let database: any DatabaseWriter
    /// Held as long as the file is open.
    private let lock: DataFileLock?
    /// Told of every account that a transaction changed.
    let signal = ChangeSignal()

    /// - Parameter path: nil keeps all in memory.
    init(path: String?) throws(ServerError) {
        if let path, let problem = ServerError.dataFile(path) { throw problem }
        lock = try path.map { (path) throws(ServerError) in try DataFileLock(path) }
        var configuration = Configuration()
        // Other servers are kept out; a backup, or somebody who looks, may be reading.
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
                // Each reader has a cache of its own, and more readers than processors answer no sooner.
                configuration.maximumReaderCount = ProcessInfo.processInfo.activeProcessorCount
                database = try DatabasePool(path: path, configuration: configuration)
            } else {
                database = try DatabaseQueue(configuration: configuration)
            }
            // Not with the other settings: to open a pool sets this one anew.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(Self.safe)") }
            guard try !database.read(Schema.migrator.hasBeenSuperseded) else {
                throw ServerError.dataFileTooNew(path: path ?? "")
            }
            try Schema.migrator.migrate(database)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .dataFileUnusable(path: path ?? "", reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    /// Runs `body` in one transaction, brings the touched threads up to date, logs the changes and wakes who waits for them.
    ///
    /// The end of a request does not cut it short, as GRDB would have it in a cancelled task: what has left is written down.
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

    /// Runs `body`, which writes much that can be read again from where it came, with more memory, and with the log of what is
    /// written looked at less often and not waited for.
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

    /// What a client was told is done outlives a loss of power: a letter that was taken, above all.
    private static let safe = "FULL"
    private static let cache = 32_000
    /// As SQLite has it by itself.
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

    /// Mail is its owner's alone: a new file is made readable by nobody else, whatever the umask.
    private static func createPrivately(_ path: String) throws(ServerError) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw .dataFileUnusable(path: path, reason: ServerError.words(errno))
        }
    }
}

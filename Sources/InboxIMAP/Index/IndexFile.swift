import Foundation
import GRDB

/// The file of an index: private, of this version, and made anew if it can't be read.
struct IndexFile {
    let path: String

    struct Opened {
        let database: any DatabaseWriter
        let epoch: String
        let looks: Int64
        let identity: FileIdentity?
    }

    enum Problem: Error {
        /// Its file is not the one that was opened, or is damaged.
        case replaced
        case otherVersion
    }

    static func lockPath(of path: String) -> String { path + "-lock" }

    static func inMemory() throws -> Opened { try opened(DatabaseQueue(configuration: configuration()), nil) }

    /// - Parameter broken: an epoch of which the file is known to be damaged.
    func open(besides broken: String? = nil) throws -> Opened {
        try PrivateFile.withLock(Self.lockPath(of: path)) {
            do {
                let opened = try openOnce()
                guard let broken, opened.epoch == broken else { return opened }
                // Nobody made it anew meanwhile.
                try? opened.database.close()
            } catch  where Self.isDamage(error) {}
            PrivateFile.remove(path)
            return try openOnce()
        }
    }

    /// Whether an error says that the file is none of an index, or not whole, unlike one of the disk or of other processes.
    static func isDamage(_ error: any Error) -> Bool {
        if error is RowDecodingError || error is Problem { return true }
        let codes: [ResultCode] = [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT]
        return (error as? DatabaseError).map { codes.contains($0.resultCode) } ?? false
    }

    private func openOnce() throws -> Opened {
        try PrivateFile.create(path)
        let pool = try DatabasePool(path: path, configuration: Self.configuration())
        do { return try Self.opened(pool, FileIdentity(path: path)) } catch {
            try? pool.close()
            throw error
        }
    }

    private static func opened(_ writer: any DatabaseWriter, _ identity: FileIdentity?) throws -> Opened {
        // A loss of power must not take back what was told, or its numbers would be given to other changes, which a client that has read
        // those would never see. Opening a pool sets NORMAL, so this comes after it.
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return try writer.write { database in
            switch try Int64.fetchOne(database, sql: "PRAGMA user_version") {
            case IndexSchema.version: break
            case 0: try IndexSchema.create(database, epoch: newEpoch())
            default: throw Problem.otherVersion
            }
            guard let row = try Row.fetchOne(database, sql: "SELECT epoch, looks FROM meta") else {
                throw Problem.otherVersion
            }
            return Opened(
                database: writer, epoch: try row.decode(atIndex: 0), looks: try row.decode(atIndex: 1),
                identity: identity)
        }
    }

    private static func newEpoch() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { database in
            let cache = database.configuration.readonly ? 2000 : 8000
            try database.execute(
                sql: """
                    PRAGMA cache_size = -\(cache); PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 4000000
                    """)
        }
        return configuration
    }
}

import GRDB
import Synchronization

/// A watch that detects when a newer version has changed the schema while this one runs. What this version then writes by
/// its own rules would be wrong by the new ones (S-11).
final class SchemaWatch: Sendable {
    private let path: String
    private let migrator: Migrator
    /// SQLite's count of schema changes at the last check.
    private let known = Mutex<Int?>(nil)

    init(path: String, migrator: Migrator) {
        self.path = path
        self.migrator = migrator
    }

    /// Must be called inside the transaction that is about to write.
    func check(_ database: Database) throws {
        let version = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA schema_version"))
        guard version != known.withLock(\.self) else { return }
        if try migrator.isNewer(database) { throw StoreError.newerVersion(path: path) }
        known.withLock { $0 = version }
    }
}

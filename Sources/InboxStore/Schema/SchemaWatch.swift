import GRDB
import Synchronization

/// Notices that a newer version has changed the schema under this one: what this one writes by its own rules from then on would
/// be wrong by the new ones (S-11).
final class SchemaWatch: Sendable {
    private let path: String
    private let migrator: Migrator
    /// SQLite's count of changes of the schema when it was last looked at.
    private let known = Mutex<Int?>(nil)

    init(path: String, migrator: Migrator) {
        self.path = path
        self.migrator = migrator
    }

    /// Inside the transaction that is about to write.
    func check(_ database: Database) throws {
        let version = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA schema_version"))
        guard version != known.withLock(\.self) else { return }
        if try migrator.isNewer(database) { throw StoreError.newerVersion(path: path) }
        known.withLock { $0 = version }
    }
}

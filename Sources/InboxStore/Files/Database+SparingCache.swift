import GRDB
import GRDBSQLite

extension Database {
    /// Empties the writer's cache once it is larger than single messages need. It grows to its limit as long as mail trickles in, and
    /// would stay there for as long as the program runs.
    func emptyLargeCache() {
        if let connection = sqliteConnection, cacheSize > 12_000_000 { sqlite3_db_release_memory(connection) }
    }

    /// In bytes.
    var cacheSize: Int {
        var (used, most): (CInt, CInt) = (0, 0)
        sqlite3_db_status(sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &used, &most, 0)
        return Int(used)
    }

    /// Runs work that reads many pages once, all over the file, without filling a reader's cache with them. The writer keeps its cache, which
    /// holds what it has not written to the file yet.
    func sparingCache<Result>(_ work: () throws -> Result) throws -> Result {
        guard configuration.readonly else { return try work() }
        let size = try Int.fetchOne(self, sql: "PRAGMA cache_size")
        // In KiB, because it is negative.
        try execute(sql: "PRAGMA cache_size = -500")
        defer { if let size { try? execute(sql: "PRAGMA cache_size = \(size)") } }
        return try work()
    }
}

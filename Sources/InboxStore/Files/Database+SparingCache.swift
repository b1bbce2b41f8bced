import GRDB

extension Database {
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

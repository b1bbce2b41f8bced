import GRDB

/// Reading the lists of threads that are kept in order.
enum ThreadListTable {
    struct List {
        var id: Int64
        /// How many threads stand in it.
        var threads: Int
    }

    /// Nil when no thread stands in it.
    static func find(_ database: Database, _ key: ThreadListKey) throws -> List? {
        let fact = key.fact.columns
        let statement = try database.cachedStatement(
            sql: "SELECT id, threads FROM threadList WHERE fact = ? AND value = ? AND marks = ?")
        return try Row.fetchOne(statement, arguments: [fact.name, fact.value, key.marks.rawValue]).map {
            List(id: $0[0], threads: $0[1])
        }
    }
}

/// Writing them: what one transaction does to the lists, and to how long they are.
final class ThreadListWriter {
    private let database: Database
    private var ids: [ThreadListKey: Int64] = [:]
    private var growth: [Int64: Int] = [:]

    init(_ database: Database) { self.database = database }

    /// A thread's places: in which lists, and where.
    struct Places: Equatable {
        var lists: Set<Int64> = []
        var lastDate: Int64 = 0
    }

    func id(_ key: ThreadListKey) throws -> Int64 {
        if let known = ids[key] { return known }
        let id = try ThreadListTable.find(database, key)?.id ?? make(key)
        ids[key] = id
        return id
    }

    private func make(_ key: ThreadListKey) throws -> Int64 {
        let fact = key.fact.columns
        try database.cachedStatement(sql: "INSERT INTO threadList (fact, value, marks) VALUES (?, ?, ?)")
            .execute(arguments: [fact.name, fact.value, key.marks.rawValue])
        return database.lastInsertedRowID
    }

    func move(_ thread: Int64, from old: Places, to new: Places) throws {
        guard old != new else { return }
        let moves = old.lastDate != new.lastDate
        for list in moves ? old.lists : old.lists.subtracting(new.lists) {
            try database.cachedStatement(sql: Self.delete).execute(arguments: [list, old.lastDate, thread])
            growth[list, default: 0] -= 1
        }
        for list in moves ? new.lists : new.lists.subtracting(old.lists) {
            try database.cachedStatement(sql: Self.insert).execute(arguments: [list, new.lastDate, thread])
            growth[list, default: 0] += 1
        }
    }

    private static let delete = "DELETE FROM threadListRow WHERE list = ? AND lastDate = ? AND thread = ?"
    private static let insert = "INSERT INTO threadListRow (list, lastDate, thread) VALUES (?, ?, ?)"

    /// Deletes every list.
    func clear() throws {
        try database.execute(sql: "DELETE FROM threadListRow; DELETE FROM threadList")
        ids = [:]
        growth = [:]
    }

    /// Counts, and forgets lists that nothing stands in: their names hold addresses of mail that is gone.
    func finish() throws {
        for (list, growth) in growth where growth != 0 {
            try database.cachedStatement(sql: "UPDATE threadList SET threads = threads + ? WHERE id = ?")
                .execute(arguments: [growth, list])
            if growth < 0 {
                try database.cachedStatement(sql: "DELETE FROM threadList WHERE id = ? AND threads = 0")
                    .execute(arguments: [list])
            }
        }
        growth = [:]
    }
}

import GRDB

/// Reads the change log. A cursor is the base-36 number of an entry, or `0` for the position before the first entry.
enum DeltaLog {
    struct Entry: Sendable {
        let number: Int64
        let object: ChangeObject
        let event: ChangeEvent
        let publicID: String

        init?(row: Row) {
            guard let object = ChangeObject(rawValue: row[1]), let event = ChangeEvent(rawValue: row[2]) else {
                return nil
            }
            number = row[0]
            self.object = object
            self.event = event
            publicID = row[3]
        }
    }

    static func cursor(_ number: Int64) -> String { String(number, radix: 36) }

    /// Returns the entry that a cursor names.
    static func number(of cursor: String, account: Int64, in db: Database) throws -> Int64 {
        guard PublicID.isPlausible(cursor), let number = Int64(cursor, radix: 36) else {
            throw APIError.invalid("Invalid cursor parameter")
        }
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM change WHERE number = ? AND accountID = ?")
        guard try number == 0 || Int.fetchOne(statement, arguments: [number, account]) != nil else {
            throw APIError.invalid("Invalid cursor parameter")
        }
        return number
    }

    static func latest(account: Int64, in db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT max(number) FROM change WHERE accountID = ?")
        return try Int64.fetchOne(statement, arguments: [account]) ?? 0
    }

    /// Returns the oldest entry; 0 when there is none.
    static func first(account: Int64, in db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT min(number) FROM change WHERE accountID = ?")
        return try Int64.fetchOne(statement, arguments: [account]) ?? 0
    }

    /// Returns the last entry before a time; 0 when there is none.
    static func last(before time: Int64, account: Int64, in db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT max(number) FROM change WHERE accountID = ? AND time < ?")
        return try Int64.fetchOne(statement, arguments: [account, time]) ?? 0
    }

    /// Returns the next entries of these object types, oldest first.
    static func entries(
        after number: Int64, limit: Int, objects: Set<ChangeObject>, account: Int64, in db: Database
    ) throws -> [Entry] {
        try SQLRequest<Row>(
            """
            SELECT number, object, event, publicID FROM change
            WHERE accountID = \(account) AND number > \(number) AND object IN \(objects.map(\.rawValue).sorted())
            ORDER BY number LIMIT \(limit)
            """
        ).fetchAll(db).compactMap(Entry.init(row:))
    }
}

import GRDB

/// A copy as it is stored.
struct CopyRow {
    var uid: UInt32
    var flags: FlagText
    var date: Int64
    /// A row id.
    var message: Int64?
    var isNews: Bool

    static let columns = "uid, flags, date, message, isNews"

    init(_ row: Row) throws {
        uid = try row.decode(atIndex: 0)
        flags = FlagText(text: try row.decode(atIndex: 1))
        date = try row.decode(atIndex: 2)
        message = try row.decode(atIndex: 3)
        isNews = try row.decode(atIndex: 4)
    }

    init(uid: UInt32, flags: FlagText, date: Int64, message: Int64?, isNews: Bool) {
        (self.uid, self.flags, self.date, self.message, self.isNews) = (uid, flags, date, message, isNews)
    }
}

extension IndexTransaction {
    func copy(_ uid: UInt32, in folder: Int64) throws -> CopyRow? {
        let known = try database.cachedStatement(
            sql: "SELECT \(CopyRow.columns) FROM copy WHERE folder = ? AND uid = ?")
        return try Row.fetchOne(known, arguments: [folder, uid]).map(CopyRow.init)
    }

    func copies(_ range: ClosedRange<UInt32>, in folder: Int64) throws -> [CopyRow] {
        let known = try database.cachedStatement(
            sql: "SELECT \(CopyRow.columns) FROM copy WHERE folder = ? AND uid BETWEEN ? AND ? ORDER BY uid")
        let rows = try Row.fetchCursor(known, arguments: [folder, range.lowerBound, range.upperBound])
        return try Array(rows.map(CopyRow.init))
    }

    func add(_ copy: CopyRow, in folder: Int64) throws {
        try run(
            "INSERT INTO copy (folder, uid, flags, date, message, isNews) VALUES (?, ?, ?, ?, ?, ?)",
            [folder, copy.uid, copy.flags.text, copy.date, copy.message, copy.isNews])
    }

    func set(_ flags: FlagText, of copy: CopyRow, in folder: Int64) throws {
        try run("UPDATE copy SET flags = ? WHERE folder = ? AND uid = ?", [flags.text, folder, copy.uid])
        if let message = copy.message { touch(message) }
    }

    func set(message: Int64, of copy: CopyRow, in folder: Int64) throws {
        try run("UPDATE copy SET message = ? WHERE folder = ? AND uid = ?", [message, folder, copy.uid])
    }

    func remove(_ range: ClosedRange<UInt32>, in folder: Int64) throws {
        let messages = try database.cachedStatement(
            sql: "SELECT message FROM copy WHERE folder = ? AND uid BETWEEN ? AND ? AND message IS NOT NULL")
        let cursor = try Int64.fetchCursor(messages, arguments: [folder, range.lowerBound, range.upperBound])
        while let message = try cursor.next() { touch(message) }
        try run(
            "DELETE FROM copy WHERE folder = ? AND uid BETWEEN ? AND ?", [folder, range.lowerBound, range.upperBound])
    }
}

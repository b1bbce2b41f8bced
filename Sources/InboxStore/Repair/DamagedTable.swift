import GRDB

/// A reader of a table in a damaged file. It reads from both ends up to what is not readable, and then in between.
struct DamagedTable {
    let database: Database
    let name: String
    let columns: [String]
    /// Whether nothing was skipped.
    private(set) var isWhole = true

    init(_ database: Database, _ name: String, columns: [String]) {
        self.database = database
        self.name = name
        self.columns = columns
    }

    /// - Parameters:
    ///   - keys: the columns that rows are found by, if that is not the rowid.
    ///   - take: called for each row, possibly twice for the same one. An error that it throws ends the reading.
    mutating func read(keys: [String], _ take: ([DatabaseValue]) throws -> Void) throws {
        guard keys.isEmpty else {
            for direction in ["ASC", "DESC"] {
                let order = keys.map { "\($0) \(direction)" }.joined(separator: ", ")
                if try scan("ORDER BY \(order)", [], take).isWhole { return }
                isWhole = false
            }
            return
        }
        try read(from: .min / 2, to: .max / 2, fruitless: 0, take)
    }

    /// How often a part of the table is halved without finding a row, before the part is given up as unreadable.
    private static let mostFruitless = 6

    private mutating func read(
        from low: Int64, to high: Int64, fruitless: Int, _ take: ([DatabaseValue]) throws -> Void
    ) throws {
        guard low <= high, fruitless < Self.mostFruitless else { return }
        let range = "WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        let upwards = try scan(range + " ASC", [low, high], take)
        if upwards.isWhole { return }
        isWhole = false
        // A damaged page may hold any rowid: one from outside the range says nothing about the range.
        let lowest = upwards.last.flatMap { $0 >= low && $0 < high ? $0 + 1 : nil }
        let first = lowest ?? low
        let downwards = try scan(range + " DESC", [first, high], take)
        if downwards.isWhole { return }
        let highest = downwards.last.flatMap { $0 > first && $0 <= high ? $0 - 1 : nil }
        let last = highest ?? high
        guard first < last else { return }
        let middle = first + (last - first) / 2
        let fruitless = lowest == nil && highest == nil ? fruitless + 1 : 0
        try read(from: first, to: middle, fruitless: fruitless, take)
        try read(from: middle + 1, to: last, fruitless: fruitless, take)
    }

    /// - Returns: the rowid of the last row that could be read, and whether the scan reached its end.
    private func scan(
        _ order: String, _ arguments: StatementArguments, _ take: ([DatabaseValue]) throws -> Void
    ) throws -> (last: Int64?, isWhole: Bool) {
        let rowid = order.contains("rowid") ? "rowid" : "0"
        let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        var last: Int64?
        guard
            let rows = try? Row.fetchCursor(
                database, sql: "SELECT \(rowid), \(list) FROM \"\(name)\" \(order)", arguments: arguments)
        else { return (nil, false) }
        while true {
            let row: Row?
            do { row = try rows.next() } catch { return (last, false) }
            guard let row else { return (last, true) }
            last = row[0]
            try take(Array(row.databaseValues.dropFirst()))
        }
    }
}

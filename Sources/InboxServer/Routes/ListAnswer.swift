import GRDB

extension Page {
    /// Answers a list that is short enough to be in memory.
    func answer<Item>(_ all: [Item], id: (Item) -> String, json: (Item) -> JSONValue) -> JSONValue {
        if view == .count { return .object([JSONMember("count", .integer(all.count))]) }
        return .array(all.dropFirst(offset).prefix(limit).map { view == .ids ? .text(id($0)) : json($0) })
    }
}

/// Answers a list in the requested view.
struct ListAnswer {
    /// The table that provides the list's ids and order.
    let table: String
    let columns: String
    /// The joins that the columns need besides the table.
    var joins = ""
    /// The sort order of the list.
    let order: String
    /// Reads the number of rows, where it is kept.
    var count: SQL?
    /// Returns the query for the list's rows with some columns of the table, sorted or not.
    let rows: (_ columns: String, _ isOrdered: Bool) -> SQL

    func answer(_ db: Database, page: Page, json: (Row) throws -> JSONValue) throws -> JSONValue {
        switch page.view {
        case .count:
            let counting: SQL = count ?? "SELECT count(*) FROM (\(rows("1", false)))"
            let number = try SQLRequest<Int>(literal: counting, cached: true).fetchOne(db) ?? 0
            return .object([JSONMember("count", .integer(number))])
        case .ids:
            let ids = try SQLRequest<String>(literal: rows("\(table).publicID", true) + page.sql).fetchAll(db)
            return .array(ids.map(JSONValue.text))
        case .expanded, nil:
            let cursor = try SQLRequest<Row>(literal: objects(page), cached: true).fetchCursor(db)
            var values: [JSONValue] = []
            while let row = try cursor.next() { values.append(try json(row)) }
            return .array(values)
        }
    }

    /// Finds the page by ids alone, so that rows skipped by the offset are not read.
    func objects(_ page: Page) -> SQL {
        SQL(sql: "SELECT \(columns) FROM (") + rows("\(table).id AS id", true) + page.sql
            + SQL(sql: ") AS page CROSS JOIN \(table) ON \(table).id = page.id\(joins) ORDER BY \(order)")
    }
}

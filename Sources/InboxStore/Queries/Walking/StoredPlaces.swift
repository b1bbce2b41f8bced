import GRDB
import GRDBSQLite

/// Places that an index of the store has in order. They are read one after the other, or by a seek if the next one
/// requested is far away.
final class StoredPlaces: OrderedPlaces {
    /// This many steps are cheaper than a seek.
    private static let steps = 12

    private let sql: String
    var statements: [WalkStatement] { [WalkStatement(sql: sql, arguments: "\(values)")] }
    private let source: String
    /// The column of the id.
    private let column: String
    private let values: [any StatementValue]
    private let statement: Statement
    private let handle: OpaquePointer
    private let order: WalkOrder
    /// Whether its places have dates, or are ids of messages.
    private let hasDates: Bool
    /// The position in the statement of the place to read from.
    private let bound: CInt
    private let connection: SQLiteConnection?
    private var isReading = false
    private var isAtEnd = false
    private var place: ListPlace?
    private(set) var cost = 0

    /// - Parameters:
    ///   - source: the SQL between FROM and the condition on the place, with a `?` for each value.
    ///   - columns: the columns of a place: the date, if there is one, and the id.
    init(
        _ database: Database, from source: String, _ values: [any StatementValue], columns: [String], _ order: WalkOrder
    ) throws {
        (self.source, self.values, column) = (source, values, columns.last ?? "")
        let names = columns.joined(separator: ", ")
        let (comparison, direction) = order.isAscending ? (">=", "ASC") : ("<=", "DESC")
        let ordering = columns.map { "\($0) \(direction)" }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        sql = """
            SELECT \(names) FROM \(source) AND \(columns.count > 1 ? "(\(names)) \(comparison) (\(marks))" : "\(names) \(comparison) ?") \
            ORDER BY \(ordering)
            """
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        self.order = order
        hasDates = columns.count > 1
        bound = CInt(values.count) + 1
        connection = database.sqliteConnection
        for (offset, value) in values.enumerated() {
            let code = value.bind(to: handle, at: CInt(offset) + 1)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// The number of places, counted along the index alone.
    /// - Parameter start: only places from there on, in the order; of a list without dates.
    func length(_ database: Database, from start: ListPlace? = nil) throws -> Int {
        let ids = start.map { _ in " AND \(column) \(order.isAscending ? ">=" : "<=") ?" } ?? ""
        return try Int(number(database, "SELECT count(*) FROM \(source)\(ids)", [start?.id].compactMap { $0 }) ?? 0)
    }

    /// The place that stands so many places behind the first one from a start on, in a list without dates. SQLite passes over the
    /// others within its index, which takes a tenth of the time of reading each.
    func place(_ database: Database, behind count: Int, from start: ListPlace) throws -> ListPlace? {
        try number(database, sql + " LIMIT 1 OFFSET ?", [start.id, Int64(count)]).map { ListPlace(date: 0, id: $0) }
    }

    private func number(_ database: Database, _ sql: String, _ more: [Int64]) throws -> Int64? {
        let statement = try database.cachedStatement(sql: sql).sqliteStatement
        for (offset, value) in (values + more).enumerated() {
            let code = value.bind(to: statement, at: CInt(offset) + 1)
            guard code == SQLITE_OK else { throw failure(code) }
        }
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return sqlite3_column_int64(statement, 0)
        case SQLITE_DONE: return nil
        case let code: throw failure(code)
        }
    }

    func first(from start: ListPlace) throws -> ListPlace? {
        if isReading {
            for _ in 0..<Self.steps {
                guard let place, order.precedes(place, start) else { return place }
                try step()
            }
            guard let place, order.precedes(place, start) else { return place }
        }
        guard !isAtEnd else { return nil }
        try find(start)
        return place
    }

    private func find(_ start: ListPlace) throws {
        sqlite3_reset(handle)
        if hasDates { sqlite3_bind_int64(handle, bound, start.date) }
        sqlite3_bind_int64(handle, hasDates ? bound + 1 : bound, start.id)
        isReading = true
        try step()
    }

    private func step() throws {
        cost += 1
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            let first = sqlite3_column_int64(handle, 0)
            place =
                hasDates
                ? ListPlace(date: first, id: sqlite3_column_int64(handle, 1)) : ListPlace(date: 0, id: first)
        case SQLITE_DONE:
            sqlite3_reset(handle)
            (place, isAtEnd, isReading) = (nil, true, false)
        case let code:
            sqlite3_reset(handle)
            (place, isReading) = (nil, false)
            throw failure(code)
        }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let message = connection.map { String(cString: sqlite3_errmsg($0)) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

import Foundation
import GRDB
import GRDBSQLite

/// Short statements, of which each message of a first sync needs a dozen. They stay prepared, and values are bound and read
/// directly: GRDB copies its arguments three times, which took as long as the writing itself, and its rows once or twice.
extension Database {
    /// Runs a statement that returns no rows.
    func run<each Value: StatementValue>(_ sql: String, _ values: repeat each Value) throws {
        try finish(bound(sql, repeat each values), sql)
    }

    /// `run` for values that are collected first.
    func run(_ sql: String, all values: some Sequence<any StatementValue>) throws {
        let statement = try prepared(sql)
        var place: CInt = 0
        for value in values {
            place += 1
            try check(value.bind(to: statement, at: place), sql)
        }
        try checkCount(statement, place, sql)
        try finish(statement, sql)
    }

    /// `run` for integers only, which need no boxes.
    func run(_ sql: String, all values: [Int64]) throws {
        let statement = try prepared(sql)
        for (index, value) in values.enumerated() {
            try check(value.bind(to: statement, at: CInt(index + 1)), sql)
        }
        try checkCount(statement, CInt(values.count), sql)
        try finish(statement, sql)
    }

    /// The integer in the first column of the first row; nil without a row, and for NULL.
    func number<each Value: StatementValue>(_ sql: String, _ values: repeat each Value) throws -> Int64? {
        try first(sql, repeat each values) { $0[0] as Int64? } ?? nil
    }

    /// What is read from the first row; nil without one.
    func first<each Value: StatementValue, Read>(
        _ sql: String, _ values: repeat each Value, read: (StatementRow) throws -> Read
    ) throws -> Read? {
        let statement = try bound(sql, repeat each values)
        defer { release(statement) }
        return try step(statement, sql) ? read(StatementRow(statement)) : nil
    }

    /// What is read from each row.
    func rows<each Value: StatementValue, Read>(
        _ sql: String, _ values: repeat each Value, read: (StatementRow) throws -> Read
    ) throws -> [Read] {
        var found: [Read] = []
        try forEachRow(sql, repeat each values) { found.append(try read($0)) }
        return found
    }

    /// - Parameter body: must not run the same statement.
    func forEachRow<each Value: StatementValue>(
        _ sql: String, _ values: repeat each Value, do body: (StatementRow) throws -> Void
    ) throws {
        let statement = try bound(sql, repeat each values)
        defer { release(statement) }
        while try step(statement, sql) { try body(StatementRow(statement)) }
    }

    /// What is read from each row of a query that was composed.
    func rows<Read>(of request: SQLRequest<Row>, read: (StatementRow) throws -> Read) throws -> [Read] {
        let statement = try request.makePreparedRequest(self, forSingleResult: false).statement
        return try withExtendedLifetime(statement) {
            let running = statement.sqliteStatement
            defer { release(running) }
            var found: [Read] = []
            // Asked for its text, a statement trims it each time.
            while try step(running, statement.sql) { found.append(try read(StatementRow(running))) }
            return found
        }
    }

    private func bound<each Value: StatementValue>(_ sql: String, _ values: repeat each Value) throws -> OpaquePointer {
        let statement = try prepared(sql)
        var place: CInt = 0
        for value in repeat each values {
            place += 1
            try check(value.bind(to: statement, at: place), sql)
        }
        try checkCount(statement, place, sql)
        return statement
    }

    /// - Returns: whether there is another row.
    private func step(_ statement: OpaquePointer, _ sql: @autoclosure () -> String) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw failure(code, sql())
        }
    }

    private func prepared(_ sql: String) throws -> OpaquePointer { try cachedStatement(sql: sql).sqliteStatement }

    private func finish(_ statement: OpaquePointer, _ sql: String) throws {
        defer { release(statement) }
        while try step(statement, sql) {}
    }

    /// Resets a statement and clears its bindings. It stays prepared, but must not hold the text of a large message until
    /// its next run.
    private func release(_ statement: OpaquePointer) {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    private func check(_ code: CInt, _ sql: String) throws {
        if code != SQLITE_OK { throw failure(code, sql) }
    }

    private func checkCount(_ statement: OpaquePointer, _ count: CInt, _ sql: String) throws {
        if sqlite3_bind_parameter_count(statement) != count { throw failure(SQLITE_MISUSE, sql) }
    }

    private func failure(_ code: CInt, _ sql: String) -> DatabaseError {
        let message = sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

import Foundation
import GRDB
import GRDBSQLite

/// Short statements, of which each message of a first sync needs a dozen. They stay prepared, and their values are bound
/// directly: GRDB copies its arguments three times, which took as long as the writing itself.
extension Database {
    /// Runs a statement that returns no rows.
    func run<each Value: StatementValue>(_ sql: String, _ values: repeat each Value) throws {
        let statement = try prepared(sql)
        var place: CInt = 0
        for value in repeat each values {
            place += 1
            try check(value.bind(to: statement, at: place), sql)
        }
        try finish(statement, of: place, sql)
    }

    /// `run` for values that are collected first.
    func run(_ sql: String, all values: [any StatementValue]) throws {
        let statement = try prepared(sql)
        var place: CInt = 0
        for value in values {
            place += 1
            try check(value.bind(to: statement, at: place), sql)
        }
        try finish(statement, of: place, sql)
    }

    /// The integer in the first column of the first row; nil without a row, and for NULL.
    func number<each Value: StatementValue>(_ sql: String, _ values: repeat each Value) throws -> Int64? {
        let statement = try prepared(sql)
        var place: CInt = 0
        for value in repeat each values {
            place += 1
            try check(value.bind(to: statement, at: place), sql)
        }
        try checkCount(statement, place, sql)
        defer { release(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
            return sqlite3_column_type(statement, 0) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, 0)
        case SQLITE_DONE: return nil
        case let code: throw failure(code, sql)
        }
    }

    private func prepared(_ sql: String) throws -> OpaquePointer { try cachedStatement(sql: sql).sqliteStatement }

    private func finish(_ statement: OpaquePointer, of count: CInt, _ sql: String) throws {
        try checkCount(statement, count, sql)
        defer { release(statement) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW { code = sqlite3_step(statement) }
        if code != SQLITE_DONE { throw failure(code, sql) }
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

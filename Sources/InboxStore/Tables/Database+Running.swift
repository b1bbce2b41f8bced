import Foundation
import GRDB
import GRDBSQLite

/// The short statements of which each message of a first sync needs a dozen. They stay prepared, and values go from where
/// they are to SQLite; GRDB's arguments are copied three times on that way, which took as long as the writing itself.
extension Database {
    typealias Value = (any DatabaseValueConvertible)?

    /// Runs a statement that answers with no rows.
    func run(_ sql: String, _ values: Value...) throws {
        try run(sql, all: values)
    }

    func run(_ sql: String, all values: [Value]) throws {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW { code = sqlite3_step(statement) }
        if code != SQLITE_DONE { throw failure(code, sql) }
    }

    /// The whole number in the first column of the first row; nil without a row, and for NULL.
    func number(_ sql: String, _ values: Value...) throws -> Int64? {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
            return sqlite3_column_type(statement, 0) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, 0)
        case SQLITE_DONE: return nil
        case let code: throw failure(code, sql)
        }
    }

    private func bound(_ sql: String, _ values: [Value]) throws -> OpaquePointer {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        guard sqlite3_bind_parameter_count(statement) == values.count else { throw failure(SQLITE_MISUSE, sql) }
        for (number, value) in values.enumerated() {
            let code = Self.bind(value?.databaseValue.storage ?? .null, to: statement, at: CInt(number + 1))
            if code != SQLITE_OK { throw failure(code, sql) }
        }
        return statement
    }

    private static func bind(_ value: DatabaseValue.Storage, to statement: OpaquePointer, at place: CInt) -> CInt {
        // SQLite makes a copy of its own: the bytes of a short string do not outlive the call.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: return sqlite3_bind_null(statement, place)
        case .int64(let number): return sqlite3_bind_int64(statement, place, number)
        case .double(let number): return sqlite3_bind_double(statement, place, number)
        case .string(var text):
            // What stands behind a NUL would be kept and never read again.
            if text.hasNUL { text = text.replacing("\0", with: "\u{FFFD}") }
            return text.withUTF8 { bytes in
                // An empty string may have no address, which SQLite would take for NULL.
                guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, place, "", 0, copied) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(statement, place, $0, CInt(bytes.count), copied)
                }
            }
        case .blob(let data):
            return data.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, place, 0) }
                return sqlite3_bind_blob(statement, place, start, CInt(bytes.count), copied)
            }
        }
    }

    private func failure(_ code: CInt, _ sql: String) -> DatabaseError {
        let message = sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

extension String {
    /// Told by the quick search of the C library: every text that is kept is looked at.
    fileprivate var hasNUL: Bool {
        mutating get { withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false } }
    }
}

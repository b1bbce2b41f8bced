import Foundation
import GRDBSQLite

/// The current row of a running statement. Its values are read straight from SQLite, by their place: GRDB prepares a
/// dictionary of the columns' names for each query, which took longer than reading one row.
struct StatementRow {
    fileprivate let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    subscript<Value: ColumnValue>(_ column: CInt) -> Value { Value(self, column) }
}

/// A value that a column can be read as. NULL reads as empty or zero if the type does not provide for it.
protocol ColumnValue {
    init(_ row: StatementRow, _ column: CInt)
}

extension Int64: ColumnValue {
    init(_ row: StatementRow, _ column: CInt) { self = sqlite3_column_int64(row.statement, column) }
}

extension Int: ColumnValue {
    init(_ row: StatementRow, _ column: CInt) { self.init(truncatingIfNeeded: Int64(row, column)) }
}

extension Bool: ColumnValue {
    init(_ row: StatementRow, _ column: CInt) { self = Int64(row, column) != 0 }
}

extension String: ColumnValue {
    init(_ row: StatementRow, _ column: CInt) {
        // The text before its length, which SQLite knows only once it is text.
        let start = sqlite3_column_text(row.statement, column)
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row.statement, column)))
        self.init(decoding: bytes, as: UTF8.self)
        // Nothing writes a NUL, but a damaged page can hold some: they read as they would be written.
        if let start, !bytes.isEmpty, memchr(start, 0, bytes.count) != nil { self = replacing("\0", with: "\u{FFFD}") }
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    init(_ row: StatementRow, _ column: CInt) {
        let isNull = sqlite3_column_type(row.statement, column) == SQLITE_NULL
        self = isNull ? nil : Wrapped(row, column)
    }
}

import Foundation
import GRDBSQLite

/// A value that can be bound to a `?` of a statement.
protocol StatementValue {
    /// - Returns: SQLite's result code, `SQLITE_OK` on success.
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt
}

extension Int64: StatementValue {
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt { sqlite3_bind_int64(statement, place, self) }
}

extension Int: StatementValue {
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt { Int64(self).bind(to: statement, at: place) }
}

extension Bool: StatementValue {
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
        Int64(self ? 1 : 0).bind(to: statement, at: place)
    }
}

extension Optional: StatementValue where Wrapped: StatementValue {
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
        self?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
    }
}

extension String: StatementValue {
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
        var text = self
        return text.withUTF8 { bytes in
            // SQLite would store what follows a NUL and never read it back. Every stored text is checked, with the fast
            // search of the C library.
            if let start = bytes.baseAddress, memchr(start, 0, bytes.count) != nil { return nil }
            return Self.bind(bytes, to: statement, at: place)
        } ?? replacing("\0", with: "\u{FFFD}").bind(to: statement, at: place)
    }

    private static func bind(_ bytes: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at place: CInt) -> CInt {
        // An empty string may have no address, which SQLite would take for NULL.
        guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, place, "", 0, copied) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            sqlite3_bind_text(statement, place, $0, CInt(bytes.count), copied)
        }
    }
}

extension Data: StatementValue {
    func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, place, 0) }
            return sqlite3_bind_blob(statement, place, start, CInt(bytes.count), copied)
        }
    }
}

/// Makes SQLite copy the bytes: those of a short string do not outlive the call.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

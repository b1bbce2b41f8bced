import GRDB

extension DatabaseError {
    /// What the caller is told: a full or locked disk passes, so the same request may be sent again.
    var apiError: APIError {
        APIError(
            status: [.SQLITE_BUSY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_LOCKED].contains(resultCode)
                ? 503 : 500,
            type: "database_error",
            message: "The mail could not be stored or read (SQLite error \(resultCode.rawValue)).", retryAfter: 5)
    }
}

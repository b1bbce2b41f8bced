import GRDB

extension DatabaseError {
    /// The error for the client. A full or locked disk is temporary, so the client may repeat the request.
    var apiError: APIError {
        APIError(
            status: [.SQLITE_BUSY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_LOCKED].contains(resultCode)
                ? 503 : 500,
            type: "database_error",
            message: "The mail could not be stored or read (SQLite error \(resultCode.rawValue)).", retryAfter: 5)
    }
}

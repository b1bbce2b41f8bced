import GRDB
import GRDBSQLite

extension Database {
    /// Whether the file is no longer at its path: somebody has moved, replaced or deleted it since it was opened.
    var hasMoved: Bool {
        var hasMoved: CInt = 0
        let result = sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return result == SQLITE_OK && hasMoved != 0
    }
}

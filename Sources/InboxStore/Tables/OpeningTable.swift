package import Foundation
import GRDB
package import InboxModel

/// How far threads have been read locally.
extension StoreReader {
    /// The received date of the newest message that a thread had when it was last left; nil if it was never opened.
    package func newestSeen(in thread: ThreadID) throws -> Date? {
        try Int64.fetchOne(database, sql: "SELECT newest FROM opening WHERE thread = ?", arguments: [thread.rawValue])
            .map(RowCoding.date)
    }
}

extension StoreTransaction {
    /// Records that a thread was left or covered. Does nothing if the thread no longer exists.
    package func noteSeen(_ thread: ThreadID, newest: Date) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO opening (thread, newest) SELECT id, ? FROM thread WHERE id = ?",
            arguments: [RowCoding.seconds(newest), thread.rawValue])
    }
}

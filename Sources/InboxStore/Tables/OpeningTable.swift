package import Foundation
import GRDB
package import InboxModel

/// Up to where threads were read on this machine.
extension StoreReader {
    /// When the newest message came that was there when a thread was last left; nil for one that was never opened.
    package func newestSeen(in thread: ThreadID) throws -> Date? {
        try Int64.fetchOne(database, sql: "SELECT newest FROM opening WHERE thread = ?", arguments: [thread.rawValue])
            .map(RowCoding.date)
    }
}

extension StoreTransaction {
    /// A thread is left, or covered. One that is gone meanwhile has nothing to be noted.
    package func noteSeen(_ thread: ThreadID, newest: Date) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO opening (thread, newest) SELECT id, ? FROM thread WHERE id = ?",
            arguments: [RowCoding.seconds(newest), thread.rawValue])
    }
}

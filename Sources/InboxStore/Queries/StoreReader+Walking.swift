package import Foundation
import GRDB
package import InboxModel

/// Queries for a walk over a server's mail.
extension StoreReader {
    /// Whether anything of a server's thread is stored here.
    package func hasThread(_ thread: RemoteID, account: AccountID) throws -> Bool {
        try ThreadTable.id(database, account: account, remoteID: thread) != nil
    }

    /// Those of an account's messages that were received after a time.
    package func messages(among ids: Set<RemoteID>, newerThan start: Date, account: AccountID) throws -> Set<RemoteID> {
        let statement = try database.cachedStatement(
            sql: "SELECT remoteID FROM message WHERE account = ? AND receivedAt > ? AND remoteID IS NOT NULL")
        let newer = try String.fetchAll(statement, arguments: [account.rawValue, RowCoding.seconds(start)])
        return ids.intersection(newer.map { RemoteID($0) })
    }
}

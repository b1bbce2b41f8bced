import GRDB
package import InboxModel

/// The messages of an account that is compared with its server as a whole, which takes many requests and may be interrupted.
extension StoreTransaction {
    /// Records all messages that the account has now as not yet met.
    package func beginComparing(account: AccountID) throws {
        try endComparing(account: account)
        try database.run(
            """
            INSERT INTO comparedMessage (account, remoteID) \
            SELECT account, remoteID FROM message WHERE account = ? AND remoteID IS NOT NULL
            """, account.rawValue)
    }

    /// Marks messages that the server reported as met.
    package func noteMet(_ ids: [RemoteID], account: AccountID) throws {
        for id in ids {
            try database.run(
                "UPDATE comparedMessage SET isMet = 1 WHERE account = ? AND remoteID = ?", account.rawValue, id.rawValue
            )
        }
    }

    package func endComparing(account: AccountID) throws {
        try database.run("DELETE FROM comparedMessage WHERE account = ?", account.rawValue)
    }
}

extension StoreReader {
    /// The recorded messages that still exist here and that the server did not report.
    package func unmetMessages(account: AccountID) throws -> Set<RemoteID> {
        try ids(Self.unmet, account)
    }

    /// The unmet messages whose threads have received mail since the comparison began.
    package func unmetMessagesOfGrownThreads(account: AccountID) throws -> Set<RemoteID> {
        try ids(
            """
            \(Self.unmet) AND EXISTS (SELECT 1 FROM message other WHERE other.thread = message.thread \
            AND other.account = message.account AND other.remoteID IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM comparedMessage known \
            WHERE known.account = other.account AND known.remoteID = other.remoteID))
            """, account)
    }

    private static let unmet = """
        SELECT compared.remoteID FROM comparedMessage compared JOIN message \
        ON message.account = compared.account AND message.remoteID = compared.remoteID \
        WHERE compared.account = ? AND isMet = 0
        """

    private func ids(_ sql: String, _ account: AccountID) throws -> Set<RemoteID> {
        let found = try String.fetchAll(database.cachedStatement(sql: sql), arguments: [account.rawValue])
        return Set(found.map { RemoteID($0) })
    }
}

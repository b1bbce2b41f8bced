import GRDB
import InboxModel

/// Whom mail went to that names them nowhere. A server may keep just what left, and tell that; here they stand with the sent mail
/// all the same.
extension StoreTransaction {
    /// - Parameter message: as it was when it was ordered to be sent.
    func keepBlindCopies(of message: Message) throws {
        guard let header = message.messageIDHeader else { return }
        // It may have been ordered before, to others.
        guard !message.bcc.isEmpty else {
            return try database.run(
                "DELETE FROM blindCopy WHERE account = ? AND messageIDHeader = ?", message.account.rawValue, header)
        }
        try database.run(
            "INSERT OR REPLACE INTO blindCopy (account, messageIDHeader, addresses) VALUES (?, ?, ?)",
            message.account.rawValue, header, RowCoding.encode(message.bcc))
    }

    /// Those of a message that is told anew. Only of sent mail: in what comes in anybody can write that Message-ID.
    func blindCopies(of remote: RemoteMessage, _ marks: MessageMarks, account: AccountID) throws -> [MailAddress] {
        guard remote.bcc.isEmpty, let header = remote.messageIDHeader else { return remote.bcc }
        let place = "FROM blindCopy WHERE account = ? AND messageIDHeader = ?"
        // A first sync asks this of each message.
        guard try database.number("SELECT 1 \(place)", account.rawValue, header) != nil,
            let sent = try MailboxTable.id(database, account: account, role: .sent),
            marks.mailboxes.contains(sent), !marks.keywords.contains(.draft)
        else { return [] }
        let statement = try database.cachedStatement(sql: "SELECT addresses \(place)")
        return try String.fetchOne(statement, arguments: [account.rawValue, header]).map(RowCoding.addresses) ?? []
    }
}

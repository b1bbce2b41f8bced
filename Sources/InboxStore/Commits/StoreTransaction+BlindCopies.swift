import GRDB
import InboxModel

/// The Bcc recipients of sent mail. A server may keep, and report, only the message that left, which does not name them.
/// The store shows them with the sent mail all the same.
extension StoreTransaction {
    /// - Parameter message: as it was when the order to send it was given.
    func keepBlindCopies(of message: Message) throws {
        guard let header = message.messageIDHeader else { return }
        // An earlier order may have had other recipients.
        guard !message.bcc.isEmpty else {
            return try database.run(
                "DELETE FROM blindCopy WHERE account = ? AND messageIDHeader = ?", message.account.rawValue, header)
        }
        try database.run(
            "INSERT OR REPLACE INTO blindCopy (account, messageIDHeader, addresses) VALUES (?, ?, ?)",
            message.account.rawValue, header, RowCoding.encode(message.bcc))
    }

    /// The Bcc recipients of a message that the server reports. Only for sent mail: anybody can write that Message-ID
    /// into mail that they send us.
    func blindCopies(of remote: RemoteMessage, _ marks: MessageMarks, account: AccountID) throws -> [MailAddress] {
        guard remote.bcc.isEmpty, let header = remote.messageIDHeader else { return remote.bcc }
        let place = "FROM blindCopy WHERE account = ? AND messageIDHeader = ?"
        // A first sync runs this for each message.
        guard try database.number("SELECT 1 \(place)", account.rawValue, header) != nil,
            let sent = try MailboxTable.id(database, account: account, role: .sent),
            marks.mailboxes.contains(sent), !marks.keywords.contains(.draft)
        else { return [] }
        let statement = try database.cachedStatement(sql: "SELECT addresses \(place)")
        return try String.fetchOne(statement, arguments: [account.rawValue, header]).map(RowCoding.addresses) ?? []
    }
}

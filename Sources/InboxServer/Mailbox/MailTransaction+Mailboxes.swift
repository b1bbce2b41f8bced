import GRDB

extension MailTransaction {
    func createMailbox(role: MailboxRow.Role?, displayName: String, account: ServedAccount) throws -> Int64 {
        let publicID = PublicID.random()
        try db.execute(
            sql: "INSERT INTO mailbox (accountID, publicID, role, displayName) VALUES (?, ?, ?, ?)",
            arguments: [account.id, publicID, role?.rawValue, displayName])
        note(.create, account.mailboxObject, publicID, account: account.id)
        return db.lastInsertedRowID
    }

    /// Puts a message into exactly these mailboxes. The caller touches its thread and logs the message.
    func setMailboxes(_ mailboxes: Set<Int64>, ofMessage message: Int64, date: Int64, in list: MailboxList) throws {
        try db.cachedStatement(sql: "DELETE FROM messageMailbox WHERE messageID = ?").execute(arguments: [message])
        try putNew(message, into: mailboxes, date: date)
        let isSent = list.isSent(mailboxes)
        try db.cachedStatement(sql: "UPDATE message SET isSent = ? WHERE id = ?").execute(arguments: [isSent, message])
    }

    /// Puts a message that is in no mailbox yet into these.
    func putNew(_ message: Int64, into mailboxes: Set<Int64>, date: Int64) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT INTO messageMailbox (mailboxID, date, messageID) VALUES (?, ?, ?)")
        for mailbox in mailboxes.sorted() {
            try insert.execute(arguments: [mailbox, date, message])
        }
    }

    func mailboxes(ofMessage message: Int64) throws -> Set<Int64> {
        let statement = try db.cachedStatement(sql: "SELECT mailboxID FROM messageMailbox WHERE messageID = ?")
        return try Int64.fetchSet(statement, arguments: [message])
    }
}

import GRDB

extension MailTransaction {
    func createMailbox(role: MailboxRow.Role?, displayName: String, isKeyword: Bool = false, account: ServedAccount)
        throws
        -> MailboxRow
    {
        let publicID = PublicID.random()
        try db.execute(
            sql: "INSERT INTO mailbox (accountID, publicID, role, displayName, isKeyword) VALUES (?, ?, ?, ?, ?)",
            arguments: [account.id, publicID, role?.rawValue, displayName, isKeyword])
        let mailbox = MailboxRow(
            id: db.lastInsertedRowID, publicID: publicID, role: role, displayName: displayName, isKeyword: isKeyword)
        note(.create, mailbox.object(of: account), publicID, account: account.id)
        return mailbox
    }

    /// Gives a mailbox another name, and so to all that lie in it. The names must be free.
    func rename(_ mailbox: MailboxRow, to name: String, account: ServedAccount) throws -> MailboxRow {
        let tree = MailboxTree(try MailboxList(db, account: account.id))
        for (row, name) in tree.renaming(mailbox, to: name) {
            try db.execute(sql: "UPDATE mailbox SET displayName = ? WHERE id = ?", arguments: [name, row.id])
            note(.modify, row.object(of: account), row.publicID, account: account.id)
        }
        return MailboxRow(
            id: mailbox.id, publicID: mailbox.publicID, role: mailbox.role, displayName: name,
            isKeyword: mailbox.isKeyword)
    }

    /// Removes all messages from a mailbox and deletes it.
    func delete(_ mailbox: MailboxRow, account: ServedAccount) throws {
        let messages = try Row.fetchAll(
            db,
            sql: """
                SELECT message.publicID, message.threadID, message.isDraft FROM messageMailbox
                JOIN message ON message.id = messageID WHERE mailboxID = ?
                """, arguments: [mailbox.id])
        try db.execute(sql: "DELETE FROM messageMailbox WHERE mailboxID = ?", arguments: [mailbox.id])
        for row in messages {
            if !mailbox.isKeyword { note(.modify, row[2] ? .draft : .message, row[0], account: account.id) }
            touch(thread: row[1], of: account.id)
        }
        try refreshTouchedThreads()
        try db.execute(sql: "DELETE FROM mailbox WHERE id = ?", arguments: [mailbox.id])
        note(.delete, mailbox.object(of: account), mailbox.publicID, account: account.id)
    }

    func isEmpty(_ mailbox: MailboxRow) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM messageMailbox WHERE mailboxID = ?)", arguments: [mailbox.id])
            ?? true
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

import GRDB
import InboxModel

/// Reading and writing rows of `mailbox`.
enum MailboxTable {
    /// Includes the number of threads in the mailbox, and of unread ones.
    private static let select = """
        SELECT id, account, remoteID, name, role, \(count(.any)), \(count(.unread)), rights, sortOrder FROM mailbox
        """

    private static func count(_ marks: ThreadListKey.Marks) -> String {
        """
        coalesce((SELECT threads FROM threadList WHERE fact = '\(ThreadListKey.Fact.mailboxName)' \
        AND value = CAST(mailbox.id AS TEXT) AND marks = \(marks.rawValue)), 0)
        """
    }

    private static func mailbox(_ row: Row) -> Mailbox {
        let remoteID: String? = row[2]
        let role: String? = row[4]
        return Mailbox(
            id: MailboxID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) }, name: row[3],
            role: role.flatMap { MailboxRole(rawValue: $0) }, sortOrder: row[8],
            rights: MailboxRights(rawValue: row[7]),
            threadCount: row[5], unreadThreadCount: row[6])
    }

    /// The visible mailboxes; with `isWhole` also those that the user deleted and the server still has.
    static func all(_ database: Database, isWhole: Bool = false) throws -> [Mailbox] {
        let statement = try database.cachedStatement(sql: select + " WHERE ? OR NOT isLeaving ORDER BY account, id")
        return try Row.fetchAll(statement, arguments: [isWhole]).map(mailbox)
    }

    static func shown(_ database: Database) throws -> Set<MailboxID> {
        let statement = try database.cachedStatement(sql: "SELECT id FROM mailbox WHERE NOT isLeaving")
        return Set(try Int64.fetchAll(statement).map { MailboxID($0) })
    }

    static func find(_ database: Database, _ id: MailboxID) throws -> Mailbox? {
        let statement = try database.cachedStatement(sql: select + " WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(mailbox)
    }

    /// The mailbox of an account that has a role.
    static func id(_ database: Database, account: AccountID, role: MailboxRole) throws -> MailboxID? {
        return try database.number(
            "SELECT id FROM mailbox WHERE account = ? AND role = ?", account.rawValue, role.rawValue
        ).map { MailboxID($0) }
    }

    static func owners(_ database: Database) throws -> [MailboxID: AccountID] {
        let rows = try Row.fetchAll(database.cachedStatement(sql: "SELECT id, account FROM mailbox"))
        return Dictionary(rows.map { (MailboxID($0[0]), AccountID($0[1])) }, uniquingKeysWith: { first, _ in first })
    }

    static func ids(_ database: Database, account: AccountID) throws -> [RemoteID: MailboxID] {
        let statement = try database.cachedStatement(
            sql: "SELECT remoteID, id FROM mailbox WHERE account = ? AND remoteID IS NOT NULL")
        let rows = try Row.fetchAll(statement, arguments: [account.rawValue])
        return Dictionary(rows.map { (RemoteID($0[0]), MailboxID($0[1])) }, uniquingKeysWith: { first, _ in first })
    }

    static func id(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> MailboxID? {
        return try database.number(
            "SELECT id FROM mailbox WHERE account = ? AND remoteID = ?", account.rawValue, remoteID.rawValue
        ).map { MailboxID($0) }
    }

    static func remoteID(_ database: Database, _ id: MailboxID) throws -> RemoteID? {
        let statement = try database.cachedStatement(sql: "SELECT remoteID FROM mailbox WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue]).map { RemoteID($0) }
    }

    /// Saves a mailbox as the server reports it. A name that the user gave it stays until the server has it.
    /// - Returns: the mailbox, and whether it was created here and the server has it now.
    static func save(_ database: Database, _ mailbox: RemoteMailbox, account: AccountID) throws
        -> (id: MailboxID, isAdopted: Bool)
    {
        if let id = try id(database, account: account, remoteID: mailbox.id) {
            try database.run(
                """
                UPDATE mailbox SET role = ?, rights = ?, sortOrder = ?, \
                name = CASE WHEN serverName IS NULL THEN ? ELSE name END, \
                serverName = CASE WHEN serverName IS NULL THEN NULL ELSE ? END WHERE id = ?
                """, mailbox.role?.rawValue, mailbox.rights.rawValue, mailbox.sortOrder, mailbox.name, mailbox.name,
                id.rawValue)
            return (id, false)
        }
        if let id = try own(database, account: account, named: mailbox.name) {
            try database.run(
                """
                UPDATE mailbox SET remoteID = ?, role = ?, rights = ?, sortOrder = ?, \
                serverName = CASE WHEN serverName IS NULL THEN NULL ELSE ? END WHERE id = ?
                """, mailbox.id.rawValue, mailbox.role?.rawValue, mailbox.rights.rawValue, mailbox.sortOrder,
                mailbox.name, id.rawValue)
            return (id, true)
        }
        try database.run(
            "INSERT INTO mailbox (account, remoteID, name, role, rights, sortOrder) VALUES (?, ?, ?, ?, ?, ?)",
            account.rawValue, mailbox.id.rawValue, mailbox.name, mailbox.role?.rawValue, mailbox.rights.rawValue,
            mailbox.sortOrder)
        return (MailboxID(database.lastInsertedRowID), false)
    }

    /// The mailbox that was created here and that the server does not have yet, by the name that the server is given.
    private static func own(_ database: Database, account: AccountID, named name: String) throws -> MailboxID? {
        return try database.number(
            """
            SELECT mailbox.id FROM mailbox JOIN action ON action.mailbox = mailbox.id \
            AND action.command = 'createMailbox' \
            WHERE mailbox.account = ? AND mailbox.remoteID IS NULL AND action.title = ? COLLATE NOCASE
            """, account.rawValue, name
        ).map { MailboxID($0) }
    }

    static func insert(_ database: Database, account: AccountID, name: String, role: MailboxRole?) throws -> MailboxID {
        try database.run(
            "INSERT INTO mailbox (account, name, role) VALUES (?, ?, ?)", account.rawValue, name, role?.rawValue)
        return MailboxID(database.lastInsertedRowID)
    }

    static func messages(_ database: Database, in id: MailboxID) throws -> [MessageID] {
        let statement = try database.cachedStatement(sql: "SELECT message FROM messageMailbox WHERE mailbox = ?")
        return try Int64.fetchAll(statement, arguments: [id.rawValue]).map { MessageID($0) }
    }

    static func delete(_ database: Database, _ id: MailboxID) throws {
        try database.run("DELETE FROM mailbox WHERE id = ?", id.rawValue)
    }
}

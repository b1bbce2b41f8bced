import GRDB
import InboxModel

/// Reading and writing rows of `mailbox`.
enum MailboxTable {
    /// With how many threads stand in the mailbox, and how many unread ones.
    private static let select = """
        SELECT id, account, remoteID, name, role, \(count(.any)), \(count(.unread)) FROM mailbox ORDER BY account, id
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
            role: role.flatMap { MailboxRole(rawValue: $0) }, threadCount: row[5], unreadThreadCount: row[6])
    }

    static func all(_ database: Database) throws -> [Mailbox] {
        try Row.fetchAll(database.cachedStatement(sql: select)).map(mailbox)
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
        let statement = try database.cachedStatement(sql: "SELECT id FROM mailbox WHERE account = ? AND remoteID = ?")
        return try Int64.fetchOne(statement, arguments: [account.rawValue, remoteID.rawValue]).map { MailboxID($0) }
    }

    static func exists(_ database: Database, _ id: MailboxID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM mailbox WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [id.rawValue]) != nil
    }

    static func remoteID(_ database: Database, _ id: MailboxID) throws -> RemoteID? {
        let statement = try database.cachedStatement(sql: "SELECT remoteID FROM mailbox WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue]).map { RemoteID($0) }
    }

    static func save(_ database: Database, _ mailbox: RemoteMailbox, account: AccountID) throws -> MailboxID {
        try database.cachedStatement(
            sql: """
                INSERT INTO mailbox (account, remoteID, name, role) VALUES (?, ?, ?, ?) \
                ON CONFLICT (account, remoteID) DO UPDATE SET name = excluded.name, role = excluded.role
                """
        ).execute(arguments: [account.rawValue, mailbox.id.rawValue, mailbox.name, mailbox.role?.rawValue])
        guard let id = try id(database, account: account, remoteID: mailbox.id) else { throw StoreError.notFound }
        return id
    }

    static func delete(_ database: Database, _ id: MailboxID) throws {
        try database.cachedStatement(sql: "DELETE FROM mailbox WHERE id = ?").execute(arguments: [id.rawValue])
    }
}

import GRDB
import InboxModel

/// Reading and writing rows of `mailbox`.
enum MailboxTable {
    private static let columns = "id, account, remoteID, name, role, threadCount, unreadThreadCount"

    private static func mailbox(_ row: Row) -> Mailbox {
        let remoteID: String? = row[2]
        let role: String? = row[4]
        return Mailbox(
            id: MailboxID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) }, name: row[3],
            role: role.flatMap { MailboxRole(rawValue: $0) }, threadCount: row[5], unreadThreadCount: row[6])
    }

    static func all(_ database: Database) throws -> [Mailbox] {
        try Row.fetchAll(database.cachedStatement(sql: "SELECT \(columns) FROM mailbox ORDER BY account, id")).map(
            mailbox)
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

    /// Adds to the counters that the drawer shows.
    static func count(_ database: Database, _ id: MailboxID, threads: Int, unread: Int) throws {
        try database.cachedStatement(
            sql:
                "UPDATE mailbox SET threadCount = threadCount + ?, unreadThreadCount = unreadThreadCount + ? WHERE id = ?"
        ).execute(arguments: [threads, unread, id.rawValue])
    }

    static func delete(_ database: Database, _ id: MailboxID) throws {
        try database.cachedStatement(sql: "DELETE FROM mailbox WHERE id = ?").execute(arguments: [id.rawValue])
    }
}

import Foundation
import GRDB
import InboxModel

/// Reading and writing rows of `message` with its places and words.
enum MessageTable {
    static let columns = """
        message.id, message.account, message.remoteID, message.thread, message.subject, message.addresses, \
        message.receivedAt, message.snippet, message.keywords, message.mailboxes, message.files, \
        message.messageIDHeader, message.version, message.size, message.listID
        """

    static func message(_ row: Row) -> Message {
        let remoteID: String? = row[2]
        let addresses: String = row[5]
        let lists = RowCoding.addressLists(addresses)
        func list(_ index: Int) -> [MailAddress] { index < lists.count ? lists[index] : [] }
        let keywords: String = row[8]
        let mailboxes: String = row[9]
        let files: String = row[10]
        return Message(
            id: MessageID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) },
            thread: ThreadID(row[3]), subject: row[4], from: list(0), to: list(1), cc: list(2), bcc: list(3),
            replyTo: list(4), receivedAt: RowCoding.date(row[6]), snippet: row[7],
            keywords: RowCoding.keywords(keywords), mailboxes: RowCoding.mailboxes(mailboxes),
            files: RowCoding.files(files), messageIDHeader: row[11], listID: row[14], version: row[12], size: row[13])
    }

    static func find(_ database: Database, _ id: MessageID) throws -> Message? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM message WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(message)
    }

    static func find(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> Message? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM message WHERE account = ? AND remoteID = ?")
        return try Row.fetchOne(statement, arguments: [account.rawValue, remoteID.rawValue]).map(message)
    }

    static func find(_ database: Database, account: AccountID, messageIDHeader: String) throws -> Message? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM message WHERE messageIDHeader = ? AND account = ? LIMIT 1")
        return try Row.fetchOne(statement, arguments: [messageIDHeader, account.rawValue]).map(message)
    }

    /// All messages of a thread, oldest first.
    static func messages(_ database: Database, of thread: ThreadID) throws -> [Message] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM message WHERE thread = ? ORDER BY receivedAt, id")
        return try Row.fetchAll(statement, arguments: [thread.rawValue]).map(message)
    }

    /// An unused id whose upper bits are the received time.
    static func newID(_ database: Database, receivedAt: Date) throws -> MessageID {
        let first = RowCoding.seconds(receivedAt) << 20
        let statement = try database.cachedStatement(sql: "SELECT max(id) FROM message WHERE id >= ? AND id < ?")
        let last = try Int64.fetchOne(statement, arguments: [first, first + (1 << 20)])
        return MessageID(last.map { $0 + 1 } ?? first)
    }

    static func insert(_ database: Database, _ message: Message) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO message (id, account, remoteID, thread, subject, subjectKey, addresses, receivedAt, snippet, \
                keywords, mailboxes, isUnread, isStarred, hasFiles, files, messageIDHeader, version, size, \
                listID, senderKey) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: StatementArguments([message.id.rawValue] + values(message)))
        for mailbox in message.mailboxes { try place(database, message.id, in: mailbox) }
    }

    /// Writes everything of a message but its id; marks alone are cheap to write.
    static func update(_ database: Database, _ message: Message, from old: Message) throws {
        var marked = old
        marked.marks = message.marks
        if marked == message {
            try database.cachedStatement(
                sql: "UPDATE message SET keywords = ?, mailboxes = ?, isUnread = ?, isStarred = ? WHERE id = ?"
            ).execute(arguments: [
                RowCoding.encode(message.keywords), RowCoding.encode(message.mailboxes), message.isUnread,
                message.isStarred, message.id.rawValue,
            ])
        } else {
            try database.cachedStatement(sql: updateAll).execute(
                arguments: StatementArguments(values(message) + [message.id.rawValue]))
        }
        for mailbox in message.mailboxes.subtracting(old.mailboxes) { try place(database, message.id, in: mailbox) }
        for mailbox in old.mailboxes.subtracting(message.mailboxes) { try unplace(database, message.id, from: mailbox) }
    }

    private static let updateAll = """
        UPDATE message SET account = ?, remoteID = ?, thread = ?, subject = ?, subjectKey = ?, addresses = ?, \
        receivedAt = ?, snippet = ?, keywords = ?, mailboxes = ?, isUnread = ?, isStarred = ?, hasFiles = ?, \
        files = ?, messageIDHeader = ?, version = ?, size = ?, listID = ?, senderKey = ? WHERE id = ?
        """

    static func delete(_ database: Database, _ message: Message) throws {
        for mailbox in message.mailboxes { try unplace(database, message.id, from: mailbox) }
        try database.cachedStatement(sql: "DELETE FROM messageText WHERE rowid = ?").execute(arguments: [
            message.id.rawValue
        ])
        try database.cachedStatement(sql: "DELETE FROM actionEdit WHERE message = ?").execute(arguments: [
            message.id.rawValue
        ])
        try database.cachedStatement(sql: "DELETE FROM message WHERE id = ?").execute(arguments: [message.id.rawValue])
    }

    private static func values(_ message: Message) -> [(any DatabaseValueConvertible)?] {
        [
            message.account.rawValue, message.remoteID?.rawValue, message.thread.rawValue, message.subject,
            message.subjectKey,
            RowCoding.encode([message.from, message.to, message.cc, message.bcc, message.replyTo]),
            RowCoding.seconds(message.receivedAt), message.snippet, RowCoding.encode(message.keywords),
            RowCoding.encode(message.mailboxes), message.isUnread, message.isStarred, message.hasFiles,
            RowCoding.encode(message.files), message.messageIDHeader, message.version, message.size,
            message.listID, message.senderKey,
        ]
    }

    private static func place(_ database: Database, _ message: MessageID, in mailbox: MailboxID) throws {
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO messageMailbox (mailbox, message) VALUES (?, ?)")
            .execute(arguments: [mailbox.rawValue, message.rawValue])
    }

    private static func unplace(_ database: Database, _ message: MessageID, from mailbox: MailboxID) throws {
        try database.cachedStatement(sql: "DELETE FROM messageMailbox WHERE mailbox = ? AND message = ?")
            .execute(arguments: [mailbox.rawValue, message.rawValue])
    }
}

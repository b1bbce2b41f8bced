import Foundation
import GRDB
import InboxModel

/// Reading messages with their texts from `mail`, and writing the tables behind it, `message` and `envelope`.
enum MessageTable {
    static let columns = """
        message.id, message.account, message.remoteID, message.thread, message.subject, message.addresses, \
        message.receivedAt, message.snippet, message.keywords, message.mailboxes, message.files, \
        message.messageIDHeader, message.version, message.size, message.listID, message.inReplyToHeader
        """

    /// The table expression that `columns` belong to.
    static let source = "mail AS message"

    static func message(_ row: StatementRow) -> Message {
        let remoteID: String? = row[2]
        let lists = RowCoding.addressLists(row[5])
        func list(_ index: Int) -> [MailAddress] { index < lists.count ? lists[index] : [] }
        return Message(
            id: MessageID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) },
            thread: ThreadID(row[3]), subject: row[4], from: list(0), to: list(1), cc: list(2), bcc: list(3),
            replyTo: list(4), receivedAt: RowCoding.date(row[6]), snippet: row[7],
            keywords: RowCoding.keywords(row[8]), mailboxes: RowCoding.mailboxes(row[9]),
            files: RowCoding.files(row[10]), messageIDHeader: row[11], inReplyToHeader: row[15], listID: row[14],
            version: row[12], size: row[13])
    }

    static func find(_ database: Database, _ id: MessageID) throws -> Message? {
        try database.first("SELECT \(columns) FROM \(source) WHERE id = ?", id.rawValue, read: message)
    }

    /// The local id of a server's message. Faster than `find` for mail that is mostly new.
    static func id(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> MessageID? {
        try database.number(
            "SELECT id FROM message WHERE account = ? AND remoteID = ?", account.rawValue, remoteID.rawValue
        ).map { MessageID($0) }
    }

    static func isHere(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> Bool {
        try id(database, account: account, remoteID: remoteID) != nil
    }

    static func find(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> Message? {
        try database.first(
            "SELECT \(columns) FROM \(source) WHERE account = ? AND remoteID = ?", account.rawValue, remoteID.rawValue,
            read: message)
    }

    static func find(_ database: Database, account: AccountID, messageIDHeader: String) throws -> Message? {
        try database.first(
            """
            SELECT \(columns) FROM \(source) \
            WHERE id IN (SELECT message FROM envelope WHERE messageIDHeader = ?) AND account = ? LIMIT 1
            """, messageIDHeader, account.rawValue, read: message)
    }

    /// All copies of a message, the oldest row first.
    static func all(_ database: Database, account: AccountID, messageIDHeader: String) throws -> [Message] {
        try database.rows(
            """
            SELECT \(columns) FROM \(source) \
            WHERE id IN (SELECT message FROM envelope WHERE messageIDHeader = ?) AND account = ? ORDER BY id
            """, messageIDHeader, account.rawValue, read: message)
    }

    /// All messages of a thread, oldest first.
    static func messages(_ database: Database, of thread: ThreadID) throws -> [Message] {
        try database.rows(
            "SELECT \(columns) FROM \(source) WHERE thread = ? ORDER BY receivedAt, id", thread.rawValue, read: message)
    }

    /// Half the number of ids that each second has. Drafts use the upper half.
    private static let half: Int64 = 1 << 19

    /// Returns an id that no message has or had, whose upper bits are the received time. Ids are not reused, because
    /// undo, the queue, kept versions and screens refer to messages that no longer exist.
    static func newID(_ database: Database, receivedAt: Date, isDraft: Bool = false) throws -> MessageID {
        let second = RowCoding.seconds(receivedAt) << 20
        let first = isDraft ? second + half : second
        let last = try database.number(
            """
            SELECT max(coalesce((SELECT max(id) FROM message WHERE id >= ?1 AND id < ?2), ?1 - 1), \
            coalesce((SELECT id FROM lastNumber WHERE first = ?1), ?1 - 1))
            """, first, first + half)
        return MessageID((last ?? first - 1) + 1)
    }

    static func insert(_ database: Database, _ message: Message) throws {
        try database.run(
            """
            INSERT INTO message (id, account, remoteID, thread, receivedAt, hasFiles, version, size, keywords, \
            mailboxes, isUnread, isStarred) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, message.id.rawValue, message.account.rawValue, message.remoteID?.rawValue, message.thread.rawValue,
            RowCoding.seconds(message.receivedAt), message.hasFiles, message.version, message.size,
            RowCoding.encode(message.keywords), RowCoding.encode(message.mailboxes), message.isUnread, message.isStarred
        )
        try database.run(
            """
            INSERT INTO envelope (message, subject, subjectKey, senderKey, addresses, snippet, files, listID, \
            messageIDHeader, inReplyToHeader) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, message.id.rawValue, message.subject, message.subjectKey, message.senderKey, addresses(message),
            message.snippet, RowCoding.encode(message.files), message.listID, message.messageIDHeader,
            message.inReplyToHeader)
        for mailbox in message.mailboxes {
            try database.run(
                "INSERT OR IGNORE INTO messageMailbox (mailbox, message) VALUES (?, ?)", mailbox.rawValue,
                message.id.rawValue)
        }
    }

    /// Writes everything of a message but its id. Names an indexed column only when it changed: SQLite rewrites the index
    /// entries of all columns that a statement names.
    static func update(_ database: Database, _ message: Message, from old: Message) throws {
        let id = message.id.rawValue
        var known = old
        (known.account, known.remoteID) = (message.account, message.remoteID)
        (known.thread, known.receivedAt) = (message.thread, message.receivedAt)
        if known != old {
            try database.run(
                "UPDATE message SET account = ?, remoteID = ?, thread = ?, receivedAt = ? WHERE id = ?",
                message.account.rawValue, message.remoteID?.rawValue, message.thread.rawValue,
                RowCoding.seconds(message.receivedAt), id)
        }
        if known.messageIDHeader != message.messageIDHeader {
            try database.run("UPDATE envelope SET messageIDHeader = ? WHERE message = ?", message.messageIDHeader, id)
            known.messageIDHeader = message.messageIDHeader
        }
        known.marks = message.marks
        if known != message {
            try database.run(
                "UPDATE message SET hasFiles = ?, version = ?, size = ? WHERE id = ?", message.hasFiles,
                message.version,
                message.size, id)
            try database.run(
                """
                UPDATE envelope SET subject = ?, subjectKey = ?, addresses = ?, snippet = ?, files = ?, listID = ?, \
                senderKey = ?, inReplyToHeader = ? WHERE message = ?
                """, message.subject, message.subjectKey, addresses(message), message.snippet,
                RowCoding.encode(message.files), message.listID, message.senderKey, message.inReplyToHeader, id)
        }
        try MarksTable.write(database, [message.id], from: old.marks, to: message.marks)
    }

    /// Deletes the row and the rows that refer to it. `WordWriter` removes the words.
    static func delete(_ database: Database, _ message: Message) throws {
        for mailbox in message.mailboxes {
            try database.run(
                "DELETE FROM messageMailbox WHERE mailbox = ? AND message = ?", mailbox.rawValue, message.id.rawValue)
        }
        try database.run("DELETE FROM actionEdit WHERE message = ?", message.id.rawValue)
        try database.run("DELETE FROM message WHERE id = ?", message.id.rawValue)
        let id = message.id.rawValue
        try database.run(
            "INSERT INTO lastNumber (first, id) VALUES (?, ?) ON CONFLICT (first) DO UPDATE SET id = max(id, excluded.id)",
            id & ~(half - 1), id)
    }

    private static func addresses(_ message: Message) -> String {
        RowCoding.encode([message.from, message.to, message.cc, message.bcc, message.replyTo])
    }
}

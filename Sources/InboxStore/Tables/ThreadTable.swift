import GRDB
import InboxModel

/// Reading rows of `thread`.
enum ThreadTable {
    static let columns = """
        thread.id, thread.account, thread.remoteID, thread.subject, thread.senders, thread.participants, thread.snippet, \
        thread.firstDate, thread.lastDate, thread.messageCount, thread.unreadCount, thread.starredCount, \
        thread.draftCount, thread.hasFiles, thread.isAnswered, thread.mailboxes
        """

    static func thread(_ row: Row) -> MailThread {
        let remoteID: String? = row[2]
        let senders: String = row[4]
        let participants: String = row[5]
        let mailboxes: String = row[15]
        return MailThread(
            id: ThreadID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) }, subject: row[3],
            senders: RowCoding.addresses(senders), participants: RowCoding.addresses(participants), snippet: row[6],
            firstDate: RowCoding.date(row[7]), lastDate: RowCoding.date(row[8]), messageCount: row[9],
            unreadCount: row[10], starredCount: row[11], draftCount: row[12], hasFiles: row[13], isAnswered: row[14],
            mailboxes: RowCoding.mailboxes(mailboxes))
    }

    static func find(_ database: Database, _ id: ThreadID) throws -> MailThread? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM thread WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(thread)
    }

    /// The local id of a server's thread, made when it is new.
    static func id(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> ThreadID {
        let find = try database.cachedStatement(sql: "SELECT id FROM thread WHERE account = ? AND remoteID = ?")
        if let id = try Int64.fetchOne(find, arguments: [account.rawValue, remoteID.rawValue]) { return ThreadID(id) }
        let insert = try database.cachedStatement(sql: "INSERT INTO thread (account, remoteID) VALUES (?, ?)")
        try insert.execute(arguments: [account.rawValue, remoteID.rawValue])
        return ThreadID(database.lastInsertedRowID)
    }

    static func write(_ database: Database, _ thread: MailThread) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE thread SET subject = ?, subjectKey = ?, senders = ?, participants = ?, snippet = ?, firstDate = ?, \
                lastDate = ?, messageCount = ?, unreadCount = ?, starredCount = ?, draftCount = ?, hasFiles = ?, \
                isAnswered = ?, mailboxes = ? WHERE id = ?
                """)
        try statement.execute(arguments: [
            thread.subject, thread.subjectKey, RowCoding.encode(thread.senders),
            RowCoding.encode(thread.participants), thread.snippet, RowCoding.seconds(thread.firstDate),
            RowCoding.seconds(thread.lastDate), thread.messageCount, thread.unreadCount, thread.starredCount,
            thread.draftCount, thread.hasFiles, thread.isAnswered, RowCoding.encode(thread.mailboxes),
            thread.id.rawValue,
        ])
    }
}

extension MailThread {
    /// What a sort by subject compares.
    package var subjectKey: String { SearchText.words(subject).joined(separator: " ") }
}

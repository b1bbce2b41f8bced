import GRDB
import InboxModel

/// Reading rows of `thread`.
enum ThreadTable {
    static let columns = """
        thread.id, thread.account, thread.remoteID, thread.subject, thread.senders, thread.participants, thread.snippet, \
        thread.firstDate, thread.lastDate, thread.messageCount, thread.unreadCount, thread.starredCount, \
        thread.draftCount, thread.hasFiles, thread.isAnswered, thread.mailboxes, thread.size
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
            size: row[16], mailboxes: RowCoding.mailboxes(mailboxes))
    }

    static func find(_ database: Database, _ id: ThreadID) throws -> MailThread? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM thread WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(thread)
    }

    /// With the places in lists that go with the row.
    static func findWithPlaces(_ database: Database, _ id: ThreadID) throws -> (
        MailThread, ThreadListWriter.Places
    )? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns), thread.lists FROM thread WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map { row in
            let lists: String = row["lists"]
            let lastDate: Int64 = row["lastDate"]
            return (
                thread(row), .init(lists: Set(lists.split(separator: " ").compactMap { Int64($0) }), lastDate: lastDate)
            )
        }
    }

    /// The local id of a server's thread.
    static func id(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> ThreadID? {
        let find = try database.cachedStatement(sql: "SELECT id FROM thread WHERE account = ? AND remoteID = ?")
        return try Int64.fetchOne(find, arguments: [account.rawValue, remoteID.rawValue]).map { ThreadID($0) }
    }

    static func insert(_ database: Database, _ thread: MailThread, lists: Set<Int64>) throws -> ThreadID {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO thread (account, remoteID, subject, subjectKey, senders, participants, snippet, firstDate, \
                lastDate, senderKey, hasFiles, size, unreadCount, starredCount, messageCount, draftCount, isAnswered, \
                mailboxes, lists) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(
            arguments: [thread.account.rawValue, thread.remoteID?.rawValue] + texts(thread)
                + [thread.size, thread.unreadCount, thread.starredCount] + counts(thread) + [text(lists)])
        return ThreadID(database.lastInsertedRowID)
    }

    /// Gives a thread that was made here the server's id, unless another thread has it.
    static func adopt(_ database: Database, _ id: ThreadID, remoteID: RemoteID, account: AccountID) throws {
        try database.cachedStatement(
            sql: """
                UPDATE thread SET remoteID = ?1 WHERE id = ?2 AND remoteID IS NULL \
                AND NOT EXISTS (SELECT 1 FROM thread WHERE account = ?3 AND remoteID = ?1)
                """
        ).execute(arguments: [remoteID.rawValue, id.rawValue, account.rawValue])
    }

    /// Writes what changed: what no index knows is cheap to change.
    static func update(_ database: Database, _ thread: MailThread, from old: MailThread) throws {
        if texts(thread) != texts(old) {
            try database.cachedStatement(
                sql: """
                    UPDATE thread SET subject = ?, subjectKey = ?, senders = ?, participants = ?, snippet = ?, \
                    firstDate = ?, lastDate = ?, senderKey = ?, hasFiles = ? WHERE id = ?
                    """
            ).execute(arguments: texts(thread) + [thread.id.rawValue])
        }
        // Each alone, because each is in an index.
        for (column, value) in [
            ("size", \MailThread.size), ("unreadCount", \.unreadCount), ("starredCount", \.starredCount),
        ] where thread[keyPath: value] != old[keyPath: value] {
            try database.cachedStatement(sql: "UPDATE thread SET \(column) = ? WHERE id = ?")
                .execute(arguments: [thread[keyPath: value], thread.id.rawValue])
        }
        if counts(thread) != counts(old) {
            try database.cachedStatement(
                sql: """
                    UPDATE thread SET messageCount = ?, draftCount = ?, isAnswered = ?, mailboxes = ? WHERE id = ?
                    """
            ).execute(arguments: counts(thread) + [thread.id.rawValue])
        }
    }

    private static func texts(_ thread: MailThread) -> StatementArguments {
        [
            thread.subject, thread.subjectKey, RowCoding.encode(thread.senders), RowCoding.encode(thread.participants),
            thread.snippet, RowCoding.seconds(thread.firstDate), RowCoding.seconds(thread.lastDate),
            thread.senderKey, thread.hasFiles,
        ]
    }

    private static func counts(_ thread: MailThread) -> StatementArguments {
        [
            thread.messageCount, thread.draftCount, thread.isAnswered, RowCoding.encode(thread.mailboxes),
        ]
    }

    private static func text(_ lists: Set<Int64>) -> String {
        lists.sorted().map(String.init).joined(separator: " ")
    }

    static func setLists(_ database: Database, _ id: ThreadID, _ lists: Set<Int64>) throws {
        try database.cachedStatement(sql: "UPDATE thread SET lists = ? WHERE id = ?")
            .execute(arguments: [text(lists), id.rawValue])
    }
}

import GRDB
import InboxModel

/// Reading threads with their texts from `conversation`, and writing the tables behind it, `thread` and `heading`.
enum ThreadTable {
    static let columns = """
        thread.id, thread.account, thread.remoteID, thread.subject, thread.senders, thread.participants, thread.snippet, \
        thread.firstDate, thread.lastDate, thread.messageCount, thread.unreadCount, thread.starredCount, \
        thread.draftCount, thread.hasFiles, thread.isAnswered, thread.mailboxes, thread.size, thread.snoozedUntil, \
        thread.awaitsReply, thread.tags
        """

    /// The table expression that `columns` belong to.
    static let source = "conversation AS thread"

    static func thread(_ row: StatementRow) -> MailThread {
        let remoteID: String? = row[2]
        let until: Int64? = row[17]
        return MailThread(
            id: ThreadID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) }, subject: row[3],
            senders: RowCoding.addresses(row[4]), participants: RowCoding.addresses(row[5]), snippet: row[6],
            firstDate: RowCoding.date(row[7]), lastDate: RowCoding.date(row[8]), messageCount: row[9],
            unreadCount: row[10], starredCount: row[11], draftCount: row[12], hasFiles: row[13], isAnswered: row[14],
            size: row[16], mailboxes: RowCoding.mailboxes(row[15]),
            snoozedUntil: until.map(RowCoding.date), awaitsReply: row[18], tags: RowCoding.keywords(row[19]))
    }

    static func find(_ database: Database, _ id: ThreadID) throws -> MailThread? {
        try database.first("SELECT \(columns) FROM \(source) WHERE id = ?", id.rawValue, read: thread)
    }

    /// The threads with these ids that exist, in no particular order.
    static func find(_ database: Database, _ ids: [ThreadID]) throws -> [MailThread] {
        try database.rows(
            "SELECT \(columns) FROM json_each(?) AS page CROSS JOIN \(source) ON thread.id = page.value", IDList(ids),
            read: thread)
    }

    /// A thread, and its places in lists, which are stored in its row.
    static func findWithPlaces(_ database: Database, _ id: ThreadID) throws -> (
        MailThread, ThreadListWriter.Places
    )? {
        try database.first("SELECT \(columns), thread.lists FROM \(source) WHERE id = ?", id.rawValue) { row in
            let lastDate: Int64 = row[8]
            let lists: String = row[20]
            return (thread(row), .init(lists: Set(RowCoding.numbers(lists)), lastDate: lastDate))
        }
    }

    /// The local id of a server's thread.
    static func id(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> ThreadID? {
        return try database.number(
            "SELECT id FROM thread WHERE account = ? AND remoteID = ?", account.rawValue, remoteID.rawValue
        ).map { ThreadID($0) }
    }

    static func insert(_ database: Database, _ thread: MailThread, lists: Set<Int64>) throws -> ThreadID {
        try database.run(
            """
            INSERT INTO thread (account, remoteID, firstDate, lastDate, hasFiles, size, unreadCount, starredCount, \
            lists, messageCount, draftCount, isAnswered, mailboxes, snoozedUntil, awaitsReply, tags) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, thread.account.rawValue, thread.remoteID?.rawValue, RowCoding.seconds(thread.firstDate),
            RowCoding.seconds(thread.lastDate), thread.hasFiles, thread.size, thread.unreadCount, thread.starredCount,
            text(lists), thread.messageCount, thread.draftCount, thread.isAnswered, RowCoding.encode(thread.mailboxes),
            thread.snoozedUntil.map(RowCoding.seconds), thread.awaitsReply, RowCoding.encode(thread.tags))
        let id = ThreadID(database.lastInsertedRowID)
        try database.run(
            """
            INSERT INTO heading (thread, subject, subjectKey, senderKey, senders, participants, snippet) \
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, id.rawValue, thread.subject, thread.subjectKey, thread.senderKey, RowCoding.encode(thread.senders),
            RowCoding.encode(thread.participants), thread.snippet)
        return id
    }

    /// Deletes threads that have no messages any more. All at once: rows that refer to these go with them, so SQLite copies each page that
    /// one statement changes, in case that it fails.
    static func delete(_ database: Database, _ ids: [ThreadID]) throws {
        let (those, list) = IDList.condition(ids)
        try database.run("DELETE FROM thread WHERE id \(those)", all: [list])
    }

    /// Gives a thread that was created here the server's id, unless another thread has that id. A thread of one message
    /// always takes its message's new id: a server may give each save of a draft another.
    static func adopt(_ database: Database, _ id: ThreadID, remoteID: RemoteID, account: AccountID) throws {
        try database.run(
            """
            UPDATE thread SET remoteID = ?1 WHERE id = ?2 AND remoteID IS NOT ?1 \
            AND NOT EXISTS (SELECT 1 FROM thread WHERE account = ?3 AND remoteID = ?1) \
            AND (remoteID IS NULL OR 2 > (SELECT count(*) FROM (SELECT 1 FROM message WHERE thread = ?2 LIMIT 2)))
            """, remoteID.rawValue, id.rawValue, account.rawValue)
    }

    /// Writes what changed. Columns outside indexes are cheap to change.
    static func update(_ database: Database, _ thread: MailThread, from old: MailThread) throws {
        if thread.subject != old.subject || thread.senders != old.senders || thread.participants != old.participants
            || thread.snippet != old.snippet
        {
            try database.run(
                """
                UPDATE heading SET subject = ?, subjectKey = ?, senderKey = ?, senders = ?, participants = ?, \
                snippet = ? WHERE thread = ?
                """, thread.subject, thread.subjectKey, thread.senderKey, RowCoding.encode(thread.senders),
                RowCoding.encode(thread.participants), thread.snippet, thread.id.rawValue)
        }
        if thread.firstDate != old.firstDate || thread.lastDate != old.lastDate || thread.hasFiles != old.hasFiles {
            try database.run(
                "UPDATE thread SET firstDate = ?, lastDate = ?, hasFiles = ? WHERE id = ?",
                RowCoding.seconds(thread.firstDate), RowCoding.seconds(thread.lastDate), thread.hasFiles,
                thread.id.rawValue)
        }
        if thread.size != old.size {
            try database.run("UPDATE thread SET size = ? WHERE id = ?", thread.size, thread.id.rawValue)
        }
        try write(database, ThreadCounts(thread), of: [thread.id], from: ThreadCounts(old))
    }

    /// Replaces the counts of threads that all have the same counts.
    /// - Parameter lists: the lists of those threads that change them.
    static func write(
        _ database: Database, _ counts: ThreadCounts, of threads: [ThreadID], from old: ThreadCounts,
        changing lists: [(thread: ThreadID, lists: [Int64])] = []
    ) throws {
        let (those, list) = IDList.condition(threads)
        func set(_ columns: String, _ values: [any StatementValue]) throws {
            try database.run("UPDATE thread SET \(columns) WHERE id \(those)", all: values + [list])
        }
        // Each of these columns by itself, because each is in an index.
        if counts.unread != old.unread { try set("unreadCount = ?", [counts.unread]) }
        if counts.starred != old.starred { try set("starredCount = ?", [counts.starred]) }
        if counts.messages != old.messages || counts.drafts != old.drafts
            || counts.isAnswered != old.isAnswered || counts.mailboxes != old.mailboxes
            || counts.snoozedUntil != old.snoozedUntil || counts.awaitsReply != old.awaitsReply
            || counts.tags != old.tags
        {
            try set(marks, values(counts))
        }
        if !lists.isEmpty { try setLists(database, lists) }
    }

    /// The columns that `values` are for.
    private static let marks =
        "messageCount = ?, draftCount = ?, isAnswered = ?, mailboxes = ?, snoozedUntil = ?, awaitsReply = ?, tags = ?"

    private static func values(_ counts: ThreadCounts) -> [any StatementValue] {
        [
            counts.messages, counts.drafts, counts.isAnswered, RowCoding.encode(counts.mailboxes),
            counts.snoozedUntil.map(RowCoding.seconds), counts.awaitsReply, RowCoding.encode(counts.tags),
        ]
    }

    private static func text(_ lists: Set<Int64>) -> String { RowCoding.encode(lists.sorted()) }

    static func setLists(_ database: Database, _ id: ThreadID, _ lists: Set<Int64>) throws {
        try database.run("UPDATE thread SET lists = ? WHERE id = ?", text(lists), id.rawValue)
    }

    /// In one statement, since the lists of most threads differ.
    private static func setLists(_ database: Database, _ changes: [(thread: ThreadID, lists: [Int64])]) throws {
        let texts = changes.map { "\"\($0.thread.rawValue)\":\"\(RowCoding.encode($0.lists))\"" }
        try database.run(
            """
            UPDATE thread SET lists = new.value FROM json_each(?) AS new WHERE thread.id = CAST(new.key AS INTEGER)
            """, "{" + texts.joined(separator: ",") + "}")
    }
}

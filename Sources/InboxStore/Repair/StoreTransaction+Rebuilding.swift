import GRDB
import InboxModel

/// Everything that is stored twice: checked against its source, and derived again where it differs.
extension StoreTransaction {
    /// - Returns: the problems that were found, in words; empty when there were none.
    func rebuildWhereWrong() throws -> [String] {
        var problems: [String] = []
        if try makeEnvelopes() {
            problems.append("texts of some messages were lost; they come back with the next sync")
        }
        if try !areMarksRight() {
            problems.append("marks and places of messages were not where lists look for them")
            try rebuildMarks()
        }
        if try !areThreadsRight() {
            problems.append("threads, their lists or counters did not fit their messages")
            try rebuildThreads()
            noteMailboxes(names: false)
        }
        if try !areWordsRight() {
            problems.append("the full-text index did not fit the messages")
            try rebuildWords()
        }
        if !problems.isEmpty { try forgetCommits() }
        return problems
    }

    // MARK: Threads

    /// Derives all stored data about threads again: after a change of the schema, or when the data is in doubt.
    func rebuildThreads() throws {
        try lists.clear()
        try database.execute(
            sql: """
                UPDATE thread SET lists = '';
                INSERT INTO heading (thread, subject, subjectKey, senderKey, senders, participants, snippet) \
                SELECT id, '', '', '', '', '', '' FROM thread WHERE id NOT IN (SELECT thread FROM heading);
                """)
        for thread in try Int64.fetchAll(database, sql: "SELECT id FROM thread") { try rewrite(ThreadID(thread)) }
        try lists.finish()
    }

    /// Derives again what migrations left out of date.
    func rebuildThreads(after steps: [Migration.Rebuilding]) throws {
        if steps.contains(.all) { return try rebuildThreads() }
        for case .selected(let threads) in steps {
            for thread in try Int64.fetchAll(database, sql: threads) { try rewrite(ThreadID(thread)) }
        }
        try lists.finish()
    }

    // MARK: Envelopes

    /// Gives every message a row for its texts. If some were lost, everything that servers have reported is read again.
    /// - Returns: whether some were lost.
    @discardableResult
    func makeEnvelopes() throws -> Bool {
        try database.execute(
            sql: """
                INSERT INTO envelope (message, subject, subjectKey, senderKey, addresses, snippet, files) \
                SELECT id, '', '', '', '', '', '' FROM message WHERE id NOT IN (SELECT message FROM envelope)
                """)
        guard database.changesCount > 0 else { return false }
        try database.execute(sql: Self.forgetRead)
        return true
    }

    /// Deletes the sync states, so that everything is read again. Keeps how to open the account, whose it is, and where
    /// its password may go, because the user was asked for these.
    static let forgetRead = """
        DELETE FROM syncState WHERE key NOT IN ('passwordCommand', 'session', 'toldAddress', 'approvedOrigins')
        """

    // MARK: Marks and places

    private func areMarksRight() throws -> Bool {
        let wrong = try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM message WHERE \(Self.isUnread) <> isUnread OR \(Self.isStarred) <> isStarred \
                OR NOT json_valid(\(Self.json("mailboxes")))
                """)
        guard wrong == 0 else { return false }
        return try isSame("message.id, place.value", Self.places, "message, mailbox", "messageMailbox")
    }

    func rebuildMarks() throws {
        try database.execute(
            sql: """
                UPDATE message SET mailboxes = '' WHERE NOT json_valid(\(Self.json("mailboxes")));
                UPDATE message SET isUnread = \(Self.isUnread), isStarred = \(Self.isStarred);
                DELETE FROM messageMailbox;
                INSERT OR IGNORE INTO messageMailbox (message, mailbox) SELECT message.id, place.value FROM \(Self.places);
                """)
    }

    private static let isUnread = "(instr(keywords, ' $seen ') = 0 AND instr(keywords, ' $draft ') = 0)"
    private static let isStarred = "(instr(keywords, ' $flagged ') > 0)"
    private static let places = "message, json_each(\(json("message.mailboxes"))) AS place"

    /// A list of ids separated by blanks, as a JSON array.
    static func json(_ column: String) -> String { "'[' || replace(\(column), ' ', ',') || ']'" }

    /// Whether two tables hold the same rows.
    private func isSame(_ columns: String, _ table: String, _ otherColumns: String, _ other: String) throws -> Bool {
        let (one, two) = ("SELECT \(columns) FROM \(table)", "SELECT \(otherColumns) FROM \(other)")
        return try Bool.fetchOne(
            database,
            sql: "SELECT NOT EXISTS (\(one) EXCEPT \(two)) AND NOT EXISTS (\(two) EXCEPT \(one))") ?? false
    }

    // MARK: Threads

    private func areThreadsRight() throws -> Bool {
        let lists = "thread, json_each(\(Self.json("thread.lists"))) AS list"
        let unreadable = try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM thread WHERE NOT json_valid(\(Self.json("lists"))) \
                OR id NOT IN (SELECT thread FROM heading)
                """)
        guard unreadable == 0 else { return false }
        let columns = "list, lastDate, thread"
        guard try isSame("list.value, thread.lastDate, thread.id", lists, columns, "threadListRow") else {
            return false
        }
        let wrong = try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM threadList \
                WHERE threads <> (SELECT count(*) FROM threadListRow WHERE threadListRow.list = threadList.id)
                """)
        guard wrong == 0, try isSame("list, span, threads", "threadListSpan", "*", Self.spans) else { return false }
        let threads = try Int64.fetchCursor(database, sql: "SELECT id FROM thread")
        while let id = try threads.next() {
            if try !isDerived(ThreadID(id)) { return false }
        }
        return true
    }

    private static let spans = """
        (SELECT list, lastDate >> \(ThreadListSpan.bits), count(*) FROM threadListRow WHERE list NOT IN \
        (SELECT id FROM threadList WHERE fact = '\(ThreadListKey.Fact.senderName)') GROUP BY 1, 2)
        """

    // MARK: Words

    private func areWordsRight() throws -> Bool {
        do {
            try database.execute(sql: "INSERT INTO messageText (messageText) VALUES ('integrity-check')")
        } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_CORRUPT {
            return false
        }
        return try isSame("id", "message", "id", "messageText_content")
    }

    /// Rebuilds the index from the texts beside it. A message whose text is lost is found by its snippet until its body
    /// has been fetched again.
    func rebuildWords() throws {
        try database.execute(
            sql: """
                DELETE FROM messageText_content WHERE id NOT IN (SELECT id FROM message);
                INSERT INTO messageText (messageText) VALUES ('rebuild');
                """)
        let wordless = try Int64.fetchAll(
            database, sql: "SELECT id FROM message WHERE id NOT IN (SELECT id FROM messageText_content)")
        for id in wordless.map({ MessageID($0) }) {
            guard let message = try MessageTable.find(database, id) else { continue }
            try MessageTextTable.insert(database, id, MessageTextTable.Texts(message, bodyText: nil))
            guard message.remoteID != nil, !message.isDraft else { continue }
            try database.run("UPDATE message SET hasBody = 0 WHERE id = ?", id.rawValue)
            try database.run("DELETE FROM body WHERE message = ?", id.rawValue)
        }
    }
}

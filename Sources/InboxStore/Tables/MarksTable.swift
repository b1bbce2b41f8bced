import GRDB
import InboxModel

/// The marks and places of messages, by themselves: reads and writes of many at once.
enum MarksTable {
    struct Row {
        var message: MessageID
        var thread: ThreadID
        var account: AccountID
        var marks: MessageMarks
        /// Whether actions are pending on it.
        var isPending: Bool
    }

    private static let columns = """
        message.id, message.thread, message.account, message.keywords, message.mailboxes, \
        EXISTS (SELECT 1 FROM base WHERE base.message = message.id)
        """

    static func find(_ database: Database, _ ids: [MessageID]) throws -> [Row] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM json_each(?) AS list JOIN message ON message.id = list.value")
        return try rows(statement, [IDList(ids)])
    }

    /// All messages of threads, oldest first within each.
    static func find(_ database: Database, of threads: [ThreadID]) throws -> [Row] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM json_each(?) AS list JOIN message ON message.thread = list.value \
                ORDER BY list.key, message.receivedAt, message.id
                """)
        return try rows(statement, [IDList(threads)])
    }

    /// What decides in which lists threads stand: their messages, oldest first.
    /// - Parameter senders: whether the senders are read too, which stand in another table.
    static func findListed(
        _ database: Database, of threads: [ThreadID], senders withSenders: Bool
    ) throws -> [ThreadID: [ListedMessage]] {
        let from = withSenders ? "substr(addresses, 1, instr(addresses, char(29)) - 1)" : "''"
        let statement = try database.cachedStatement(
            sql: """
                SELECT thread, account, keywords, mailboxes, \(from) \
                FROM json_each(?) AS list CROSS JOIN \(MessageTable.source) ON message.thread = list.value \
                ORDER BY list.key, message.receivedAt, message.id
                """)
        var texts = MarkTexts()
        var senders: [String: [String]] = [:]
        var found: [ThreadID: [ListedMessage]] = [:]
        let cursor = try GRDB.Row.fetchCursor(statement, arguments: [IDList(threads)])
        while let row = try cursor.next() {
            let from: String = row[4]
            let own = senders[from] ?? RowCoding.addresses(from).map { $0.email.lowercased() }
            senders[from] = own
            found[ThreadID(row[0]), default: []].append(
                ListedMessage(account: AccountID(row[1]), marks: texts.marks(row[2], row[3]), senders: own))
        }
        return found
    }

    private static func rows(_ statement: Statement, _ arguments: StatementArguments) throws -> [Row] {
        var texts = MarkTexts()
        var found: [Row] = []
        let cursor = try GRDB.Row.fetchCursor(statement, arguments: arguments)
        while let row = try cursor.next() {
            found.append(
                Row(
                    message: MessageID(row[0]), thread: ThreadID(row[1]), account: AccountID(row[2]),
                    marks: texts.marks(row[3], row[4]), isPending: row[5]))
        }
        return found
    }

    /// Gives messages that share the same marks others.
    static func write(_ database: Database, _ ids: [MessageID], from old: MessageMarks, to new: MessageMarks) throws {
        guard old != new, !ids.isEmpty else { return }
        let list = IDList(ids)
        // Of the columns that an index knows only those that change.
        var columns: [(name: String, value: any DatabaseValueConvertible)] = [
            ("keywords", RowCoding.encode(new.keywords)), ("mailboxes", RowCoding.encode(new.mailboxes)),
        ]
        if new.isUnread != old.isUnread { columns.append(("isUnread", new.isUnread)) }
        if new.isStarred != old.isStarred { columns.append(("isStarred", new.isStarred)) }
        let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
        try database.run(
            "UPDATE message SET \(assignments) WHERE id IN (SELECT value FROM json_each(?))",
            all: columns.map(\.value) + [list])
        for mailbox in new.mailboxes.subtracting(old.mailboxes) {
            try database.run(
                "INSERT OR IGNORE INTO messageMailbox (mailbox, message) SELECT ?, value FROM json_each(?)",
                mailbox.rawValue, list)
        }
        for mailbox in old.mailboxes.subtracting(new.mailboxes) {
            try database.run(
                """
                DELETE FROM messageMailbox WHERE mailbox = ? AND message IN (SELECT value FROM json_each(?))
                """, mailbox.rawValue, list)
        }
    }
}

/// Reads marks: few are different from all others, so each text is read once.
struct MarkTexts {
    private var keywords: [String: Set<Keyword>] = [:]
    private var mailboxes: [String: Set<MailboxID>] = [:]

    mutating func marks(_ keywordText: String, _ mailboxText: String) -> MessageMarks {
        let own = keywords[keywordText] ?? RowCoding.keywords(keywordText)
        let places = mailboxes[mailboxText] ?? RowCoding.mailboxes(mailboxText)
        keywords[keywordText] = own
        mailboxes[mailboxText] = places
        return MessageMarks(keywords: own, mailboxes: places)
    }
}

extension MarkedMessage {
    init(_ row: MarksTable.Row) {
        self.init(id: row.message, thread: row.thread, account: row.account, marks: row.marks)
    }
}

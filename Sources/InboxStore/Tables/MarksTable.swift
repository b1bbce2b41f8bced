import GRDB
import InboxModel

/// The marks of messages, without the rest: reads and writes many at once.
enum MarksTable {
    struct Row {
        var message: MessageID
        var thread: ThreadID
        var account: AccountID
        var marks: MessageMarks
        /// A number shared by rows that were read together and have the same marks.
        var kind: Int
        /// Whether actions are pending on the message.
        var isPending: Bool
    }

    private static let columns = """
        message.id, message.thread, message.account, message.keywords, message.mailboxes, \
        EXISTS (SELECT 1 FROM base WHERE base.message = message.id)
        """

    static func find(_ database: Database, _ ids: [MessageID]) throws -> [Row] {
        try rows(
            database, "SELECT \(columns) FROM json_each(?) AS list JOIN message ON message.id = list.value", IDList(ids)
        )
    }

    static func find(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> MarkedMessage? {
        try rows(
            database, "SELECT \(columns) FROM message WHERE account = ? AND remoteID = ?", account.rawValue,
            remoteID.rawValue
        ).first.map(MarkedMessage.init)
    }

    /// All messages of threads, oldest first within each.
    static func find(_ database: Database, of threads: [ThreadID]) throws -> [Row] {
        try rows(
            database,
            """
            SELECT \(columns) FROM json_each(?) AS list JOIN message ON message.thread = list.value \
            ORDER BY list.key, message.receivedAt, message.id
            """, IDList(threads))
    }

    private static func rows<each Value: StatementValue>(
        _ database: Database, _ sql: String, _ values: repeat each Value
    ) throws -> [Row] {
        var texts = MarkTexts()
        return try database.rows(sql, repeat each values) { row in
            let kind = texts.number(row[3], row[4])
            return Row(
                message: MessageID(row[0]), thread: ThreadID(row[1]), account: AccountID(row[2]),
                marks: texts.all[kind],
                kind: kind, isPending: row[5])
        }
    }

    /// Replaces the marks of messages that all have the same marks.
    static func write(_ database: Database, _ ids: [MessageID], from old: MessageMarks, to new: MessageMarks) throws {
        guard old != new, !ids.isEmpty else { return }
        let (those, list) = IDList.condition(ids)
        // Only those indexed columns that change.
        var columns: [(name: String, value: any StatementValue)] = [
            ("keywords", RowCoding.encode(new.keywords)), ("mailboxes", RowCoding.encode(new.mailboxes)),
        ]
        if new.isUnread != old.isUnread { columns.append(("isUnread", new.isUnread)) }
        if new.isStarred != old.isStarred { columns.append(("isStarred", new.isStarred)) }
        let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
        try database.run(
            "UPDATE message SET \(assignments) WHERE id \(those)", all: columns.map(\.value) + [list])
        for mailbox in new.mailboxes.subtracting(old.mailboxes) {
            try database.run(
                "INSERT OR IGNORE INTO messageMailbox (mailbox, message) SELECT ?, value FROM json_each(?)",
                mailbox.rawValue, IDList(ids))
        }
        for mailbox in old.mailboxes.subtracting(new.mailboxes) {
            try database.run(
                "DELETE FROM messageMailbox WHERE mailbox = ? AND message \(those)", all: [mailbox.rawValue, list])
        }
    }
}

/// A parser of marks. Few are distinct, so each text is parsed once.
struct MarkTexts {
    private struct Texts: Hashable {
        var keywords: String
        var mailboxes: String
    }

    private var numbers: [Texts: Int] = [:]
    private(set) var all: [MessageMarks] = []

    /// The index in `all` of the marks that two texts encode.
    mutating func number(_ keywords: String, _ mailboxes: String) -> Int {
        let texts = Texts(keywords: keywords, mailboxes: mailboxes)
        if let known = numbers[texts] { return known }
        all.append(
            MessageMarks(keywords: RowCoding.keywords(keywords), mailboxes: RowCoding.mailboxes(mailboxes)))
        numbers[texts] = all.count - 1
        return all.count - 1
    }
}

/// A numbering of values of which few are distinct and most come in runs. Equal values share a number.
struct Kinds<Value: Hashable> {
    private var numbers: [Value: Int] = [:]
    private var last: (value: Value, number: Int)?

    mutating func number(of value: Value) -> Int {
        // Comparing a value with its own copy is fast, and hashing it is slow.
        if let last, last.value == value { return last.number }
        let number = numbers[value] ?? numbers.count
        numbers[value] = number
        last = (value, number)
        return number
    }
}

extension MarkedMessage {
    init(_ row: MarksTable.Row) {
        self.init(id: row.message, thread: row.thread, account: row.account, marks: row.marks)
    }

    init(_ message: Message) {
        self.init(id: message.id, thread: message.thread, account: message.account, marks: message.marks)
    }
}

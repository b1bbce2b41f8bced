import GRDB

/// A row of a thread.
struct ThreadRow {
    let id: Int64
    let publicID: String
    let subject: String
    let snippet: String
    /// JSON in the API's format.
    let participants: String
    let firstDate: Int64
    let lastDate: Int64
    let lastReceived: Int64?
    let lastSent: Int64?
    let unreadCount: Int64
    let starredCount: Int64
    let attachmentCount: Int64
    let version: Int64
    /// Whether unread mail has arrived since anybody looked.
    let isUnseen: Bool

    static let columns = """
        thread.id, thread.publicID, thread.subject, thread.snippet, thread.participants, thread.firstDate, thread.lastDate,
        thread.lastReceived, thread.lastSent, thread.unreadCount, thread.starredCount, thread.attachmentCount,
        thread.version, thread.isUnseen
        """

    init(row: Row) {
        id = row[0]
        publicID = row[1]
        subject = row[2]
        snippet = row[3]
        participants = row[4]
        firstDate = row[5]
        lastDate = row[6]
        lastReceived = row[7]
        lastSent = row[8]
        unreadCount = row[9]
        starredCount = row[10]
        attachmentCount = row[11]
        version = row[12]
        isUnseen = row[13]
    }

    static func fetch(_ db: Database, publicID: String, account: Int64) throws -> ThreadRow? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM thread WHERE publicID = ? AND accountID = ?")
        return try Row.fetchOne(statement, arguments: [publicID, account]).map(ThreadRow.init(row:))
    }
}

extension MailReader {
    /// Returns a thread. When expanded, it has its messages and drafts, without bodies, instead of their ids.
    func json(_ thread: ThreadRow, isExpanded: Bool = false) throws -> JSONValue {
        let shown = try mailboxesJSON(ofThread: thread.id)
        var members: [JSONMember] = []
        members.reserveCapacity(20)
        // In order of names, so that writing need not sort.
        func add(_ name: String, _ value: JSONValue) { members.append(JSONMember(name, value)) }
        add("account_id", .text(account.publicID))
        if isExpanded {
            add("drafts", .array(try messages(of: thread.id, areDrafts: true).map { try json($0) }))
        } else {
            add("draft_ids", .array(try messageIDs(of: thread.id, areDrafts: true)))
        }
        add("first_message_timestamp", .integer(thread.firstDate))
        if !account.hasLabels { add("folders", .array(shown)) }
        add("has_attachments", .bool(thread.attachmentCount > 0))
        add("id", .text(thread.publicID))
        if account.hasLabels { add("labels", .array(shown)) }
        add("last_message_received_timestamp", .optional(thread.lastReceived))
        add("last_message_sent_timestamp", .optional(thread.lastSent))
        add("last_message_timestamp", .integer(thread.lastDate))
        if isExpanded {
            add("messages", .array(try messages(of: thread.id, areDrafts: false).map { try json($0) }))
        } else {
            add("message_ids", .array(try messageIDs(of: thread.id, areDrafts: false)))
        }
        add("object", .text("thread"))
        add("participants", .written(thread.participants))
        add("snippet", .text(thread.snippet))
        add("starred", .bool(thread.starredCount > 0))
        add("subject", .text(thread.subject))
        if dialect == .fifteen { add("tags", .array(try tags(of: thread).map(\.shortJSON))) }
        add("unread", .bool(thread.unreadCount > 0))
        add("version", .integer(thread.version))
        return object(members)
    }

    private func mailboxesJSON(ofThread id: Int64) throws -> [JSONValue] {
        let statement = try db.cachedStatement(
            sql: "SELECT mailboxID FROM threadMailbox WHERE threadID = ? ORDER BY mailboxID")
        return try Int64.fetchAll(statement, arguments: [id]).compactMap { mailboxes[$0]?.shortJSON }
    }

    private func messageIDs(of thread: Int64, areDrafts: Bool) throws -> [JSONValue] {
        let statement = try db.cachedStatement(
            sql: "SELECT publicID FROM message WHERE threadID = ? AND isDraft = ? ORDER BY date, id")
        return try String.fetchAll(statement, arguments: [thread, areDrafts]).map(JSONValue.text)
    }

    func messages(of thread: Int64, areDrafts: Bool) throws -> [MessageRow] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(MessageRow.columns(withBody: false)) FROM message\(MessageRow.joins(withBody: false))
                WHERE message.threadID = ? AND message.isDraft = ? ORDER BY message.date, message.id
                """)
        return try Row.fetchAll(statement, arguments: [thread, areDrafts]).map(MessageRow.init(row:))
    }
}

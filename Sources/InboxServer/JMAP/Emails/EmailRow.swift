import GRDB

/// A row of an email.
struct EmailRow {
    let rowID: Int64
    let id: String
    let publicID: String
    let thread: Int64
    let threadID: String
    let isDraft: Bool
    let subject: String
    /// The address lists are JSON in the Inbox API's format.
    let from: String
    let to: String
    let cc: String
    let bcc: String
    let replyTo: String
    let date: Int64
    let snippet: String
    let isUnread: Bool
    let isStarred: Bool
    let attachmentCount: Int
    let messageID: String
    let inReplyTo: String?
    /// The size of the message in bytes; nil for a draft of which only the fields are stored.
    let size: Int64?
    /// What its List-Id says, empty without one; nil where only its bytes tell.
    let listID: String?

    /// The JMAP id of an email. It equals the Inbox API's id until something changes that must be immutable in JMAP (RFC 8621
    /// §4.1.1); the email then gets a new id.
    static let id = "coalesce(message.emailID, message.publicID)"

    static let columns = """
        message.id, \(id), message.publicID, message.threadID, thread.publicID, message.isDraft, message.subject, message.sender,
        message."to", message.cc, message.bcc, message.replyTo, message.date, message.snippet, message.isUnread, message.isStarred,
        message.attachmentCount, message.messageIDHeader, message.inReplyTo, length(messageContent.raw), message.listID
        """

    static let tables = """
        message JOIN thread ON thread.id = message.threadID JOIN messageContent ON messageContent.messageID = message.id
        """

    init(row: Row) {
        rowID = row[0]
        id = row[1]
        publicID = row[2]
        thread = row[3]
        threadID = row[4]
        isDraft = row[5]
        subject = row[6]
        from = row[7]
        to = row[8]
        cc = row[9]
        bcc = row[10]
        replyTo = row[11]
        date = row[12]
        snippet = row[13]
        isUnread = row[14]
        isStarred = row[15]
        attachmentCount = row[16]
        messageID = row[17]
        inReplyTo = row[18]
        size = row[19]
        listID = row[20]
    }

    static func fetch(_ db: Database, id: String, account: ServedAccount) throws -> EmailRow? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM \(tables)
                WHERE (message.emailID = ?1 OR message.publicID = ?1 AND message.emailID IS NULL) AND message.accountID = ?2
                """)
        return try Row.fetchOne(statement, arguments: [id, account.id]).map(EmailRow.init(row:))
    }

    /// Returns the JMAP id for a message id of the Inbox API; nil when the message is gone.
    static func emailID(ofMessage publicID: String, in db: Database) throws -> String? {
        let statement = try db.cachedStatement(sql: "SELECT \(id) FROM message WHERE publicID = ?")
        return try String.fetchOne(statement, arguments: [publicID])
    }
}

import GRDB

/// A row of a message or draft.
struct MessageRow {
    let id: Int64
    let publicID: String
    let threadID: Int64
    let threadPublicID: String
    let isDraft: Bool
    let version: Int64
    let subject: String
    /// The address lists are JSON in the API's format.
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
    let messageIDHeader: String
    let inReplyTo: String?
    let references: String
    let replyToMessageID: String?
    /// Nil when the body was not requested.
    let html: String?
    /// The defects of the message, one on each line; nil when the body was not requested.
    let problems: String?

    /// Returns the columns for `init(row:)`, for queries over `message` joined with its `thread` and, for bodies,
    /// `messageContent`.
    static func columns(withBody: Bool) -> String {
        """
        message.id, message.publicID, message.threadID, thread.publicID, message.isDraft, message.version, message.subject,
        message.sender, message."to", message.cc, message.bcc, message.replyTo, message.date, message.snippet, message.isUnread,
        message.isStarred, message.attachmentCount, message.messageIDHeader, message.inReplyTo, message."references",
        message.replyToMessageID\(withBody ? ", messageContent.html, messageContent.problems" : ", NULL, NULL")
        """
    }

    static func joins(withBody: Bool) -> String {
        " JOIN thread ON thread.id = message.threadID"
            + (withBody ? " JOIN messageContent ON messageContent.messageID = message.id" : "")
    }

    init(row: Row) {
        id = row[0]
        publicID = row[1]
        threadID = row[2]
        threadPublicID = row[3]
        isDraft = row[4]
        version = row[5]
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
        messageIDHeader = row[17]
        inReplyTo = row[18]
        references = row[19]
        replyToMessageID = row[20]
        html = row[21]
        problems = row[22]
    }

    /// The Message-IDs that it refers to.
    var referencedIDs: [String] {
        JSONValue(reading: Array(references.utf8))?.arrayValue?.compactMap(\.textValue) ?? []
    }

    static func fetch(_ db: Database, publicID: String, account: Int64, withBody: Bool = true) throws -> MessageRow? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns(withBody: withBody)) FROM message\(joins(withBody: withBody))
                WHERE message.publicID = ? AND message.accountID = ?
                """)
        return try Row.fetchOne(statement, arguments: [publicID, account]).map(MessageRow.init(row:))
    }
}

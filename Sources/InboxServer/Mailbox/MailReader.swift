import GRDB
import MailContent

/// Builds the API's objects from rows, for one account within one read transaction.
struct MailReader {
    let db: Database
    let account: ServedAccount
    let dialect: Dialect
    let mailboxes: MailboxList

    init(_ db: Database, account: ServedAccount, dialect: Dialect = .sixteen) throws {
        self.db = db
        self.account = account
        self.dialect = dialect
        mailboxes = try MailboxList(db, account: account.id)
    }

    /// Returns a message or draft. Without a body it has the form used in expanded threads: no body and no events.
    func json(_ message: MessageRow, withHeaders: Bool = false) throws -> JSONValue {
        let shown = try mailboxesJSON(ofMessage: message.id)
        var members: [JSONMember] = []
        members.reserveCapacity(24)
        // In order of names, so that writing need not sort.
        func add(_ name: String, _ value: JSONValue) { members.append(JSONMember(name, value)) }
        add("account_id", .text(account.publicID))
        add("bcc", .written(message.bcc))
        if let html = message.html { add("body", .text(dialect == .fifteen ? SafeHTML.cleaned(html) : html)) }
        add("cc", .written(message.cc))
        add("date", .integer(message.date))
        if message.html != nil { add("events", .array([])) }
        if message.isDraft { add("file_ids", .array(try fileIDs(of: message).map(JSONValue.text))) }
        add("files", .array(try files(of: message)))
        if !account.hasLabels { add("folder", shown.first ?? .null) }
        add("from", .written(message.from))
        if withHeaders { add("headers", message.headersJSON) }
        add("id", .text(message.publicID))
        if account.hasLabels { add("labels", .array(shown)) }
        add("object", .text(message.isDraft ? "draft" : "message"))
        // Our own addition to the API, which does not cover broken mail; clients ignore unknown members.
        if let problems = message.problems, !problems.isEmpty {
            add("problems", .array(problems.split(separator: "\n").map { .text(String($0)) }))
        }
        add("reply_to", .written(message.replyTo))
        if message.isDraft { add("reply_to_message_id", .optional(message.replyToMessageID)) }
        add("snippet", .text(message.snippet))
        add("starred", .bool(message.isStarred))
        add("subject", .text(message.subject))
        add("thread_id", .text(message.threadPublicID))
        add("to", .written(message.to))
        add("unread", .bool(message.isUnread))
        if message.isDraft { add("version", .integer(message.version)) }
        return object(members)
    }

    private func mailboxesJSON(ofMessage id: Int64) throws -> [JSONValue] {
        let statement = try db.cachedStatement(
            sql: "SELECT mailboxID FROM messageMailbox WHERE messageID = ? ORDER BY mailboxID")
        return try Int64.fetchAll(statement, arguments: [id]).compactMap { mailboxes[$0]?.shortJSON }
    }

    private func files(of message: MessageRow) throws -> [JSONValue] {
        guard message.attachmentCount > 0 else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(FileRow.columns) FROM file JOIN messageFile ON messageFile.fileID = file.id
                WHERE messageFile.messageID = ? ORDER BY messageFile.position
                """)
        return try Row.fetchAll(statement, arguments: [message.id]).map { fileObject(FileRow(row: $0).shortMembers) }
    }

    func fileIDs(of message: MessageRow) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT file.publicID FROM file JOIN messageFile ON messageFile.fileID = file.id
                WHERE messageFile.messageID = ? ORDER BY messageFile.position
                """)
        return try String.fetchAll(statement, arguments: [message.id])
    }
}

extension MessageRow {
    /// The three headers of `view=expanded`.
    var headersJSON: JSONValue {
        .object([
            JSONMember("In-Reply-To", .optional(inReplyTo)),
            JSONMember("Message-Id", messageIDHeader.isEmpty ? .null : .text(messageIDHeader)),
            JSONMember("References", .written(references)),
        ])
    }
}

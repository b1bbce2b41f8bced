import GRDB
import MailContent

/// What a new message answers.
struct ReplyTarget: Sendable {
    var thread: Int64
    /// The answered message; nil when the thread has none.
    var messagePublicID: String?
    var messageID: String?
    var references: [String] = []
    var subject: String
}

/// The version of a draft that a client expects.
struct DraftVersion: Sendable {
    private let given: JSONValue?
    private let isNeeded: Bool

    /// - Parameter isNeeded: whether to refuse a client that gives no version; otherwise it accepts any version.
    init(_ given: JSONValue?, isNeeded: Bool = true) {
        self.given = given
        self.isNeeded = isNeeded
    }

    var number: Int64? {
        get throws {
            guard let given, !given.isNull else {
                if isNeeded { throw APIError.invalid("Must specify draft version") }
                return nil
            }
            guard let number = given.wholeNumber else { throw APIError.invalid("Draft version must be a number") }
            return number
        }
    }
}

extension MailTransaction {
    /// Finds the thread and message that `fields` answer; nil for a new conversation.
    func replyTarget(of fields: DraftFields, account: ServedAccount) throws -> ReplyTarget? {
        guard fields.thread != nil || fields.replyToMessage != nil else { return nil }
        var thread: (id: Int64, subject: String)?
        if let publicID = fields.thread {
            guard let row = try ThreadRow.fetch(db, publicID: publicID, account: account.id) else {
                throw APIError.invalid("Invalid thread id \(publicID)")
            }
            thread = (row.id, row.subject)
        }
        guard let message = try replied(fields, thread: thread?.id, account: account) else {
            return thread.map { ReplyTarget(thread: $0.id, subject: $0.subject) }
        }
        return ReplyTarget(
            thread: message.threadID, messagePublicID: message.publicID,
            messageID: message.messageIDHeader.isEmpty ? nil : message.messageIDHeader,
            references: message.referencedIDs, subject: message.subject)
    }

    /// Returns the named message, or the last message of the thread.
    private func replied(_ fields: DraftFields, thread: Int64?, account: ServedAccount) throws -> MessageRow? {
        if let publicID = fields.replyToMessage {
            guard let row = try MessageRow.fetch(db, publicID: publicID, account: account.id, withBody: false),
                !row.isDraft
            else {
                throw APIError.invalid("Invalid message id \(publicID)")
            }
            guard thread == nil || thread == row.threadID else {
                throw APIError.invalid("The message \(publicID) is not in the thread \(fields.thread ?? "")")
            }
            return row
        }
        guard let thread else { return nil }
        return try MailReader(db, account: account).messages(of: thread, areDrafts: false).last
    }

    /// Stores a new draft and returns its public id.
    func createDraft(
        _ fields: DraftFields, account: ServedAccount, now: Int64, mailboxes list: MailboxList, alsoIn: Set<Int64>
    ) throws -> String {
        let target = try replyTarget(of: fields, account: account)
        var draft = NewMessage(draft: fields, target: target, account: account, now: now, mailboxes: list)
        draft.mailboxes.formUnion(alsoIn)
        _ = try insert(draft, account: account, mailboxes: list)
        return draft.publicID
    }

    /// Stores a draft that was given as bytes. It can be changed, so its files become independent files.
    func insertDraft(_ message: NewMessage, account: ServedAccount, mailboxes: MailboxList) throws -> Int64 {
        var draft = message
        draft.isDraft = true
        draft.files = []
        for file in message.files {
            guard let raw = message.raw, let content = ParsedMessage.fileContents(of: raw, partID: file.partID) else {
                continue
            }
            draft.uploadedFiles.append(
                try createFile(
                    name: file.fileName, contentType: file.contentType, content: content, account: account.id))
        }
        return try insert(draft, account: account, mailboxes: mailboxes)
    }

    /// Returns a draft after checking that it is still one, with that version.
    func draft(_ publicID: String, version: DraftVersion, account: ServedAccount) throws -> MessageRow {
        guard let row = try MessageRow.fetch(db, publicID: publicID, account: account.id) else {
            throw APIError.notFound("draft \(publicID)")
        }
        guard row.isDraft else { throw APIError.invalid("Message \(publicID) is not a draft") }
        guard let number = try version.number else { return row }
        guard number == row.version else {
            throw APIError.conflict("Draft \(publicID) with version \(number) is stale: its version is \(row.version)")
        }
        return row
    }

    /// Changes a draft. Absent fields, and an empty subject or body, stay unchanged; an absent file list removes all files.
    func update(_ row: MessageRow, with fields: DraftFields, account: ServedAccount, now: Int64) throws {
        var new = NewMessage(row)
        new.to = fields.to ?? new.to
        new.cc = fields.cc ?? new.cc
        new.bcc = fields.bcc ?? new.bcc
        new.from = fields.from.flatMap { $0.isEmpty ? nil : $0 } ?? new.from
        new.replyTo = fields.replyTo ?? new.replyTo
        if let subject = fields.subject, !subject.isEmpty { new.subject = subject }
        if let html = fields.html, !html.isEmpty { new.html = html }
        new.messageID = fields.messageID ?? new.messageID
        new.date = now
        new.snippet = HTMLText.snippet(new.html)
        try store(new, over: row)
        try setAddresses(of: new, message: row.id, account: account)
        let list = try MailboxList(db, account: account.id)
        try setMailboxes(try mailboxes(ofMessage: row.id), ofMessage: row.id, date: now, in: list)
        try attachUploaded(fields.files ?? [], to: row.id, account: account.id)
        note(.modify, .draft, row.publicID, account: account.id)
        try renewEmail(row.id, account: account.id)
        touch(thread: row.threadID, of: account.id)
    }

    private func store(_ new: NewMessage, over row: MessageRow) throws {
        try db.execute(
            sql: """
                UPDATE message SET subject = ?, sender = ?, "to" = ?, cc = ?, bcc = ?, replyTo = ?, date = ?, snippet = ?,
                    messageIDHeader = ?, version = version + 1 WHERE id = ?
                """,
            arguments: [
                new.subject, new.from.json, new.to.json, new.cc.json, new.bcc.json, new.replyTo.json, new.date,
                new.snippet,
                new.messageID ?? "", row.id,
            ])
        try db.execute(
            sql: "UPDATE messageContent SET html = ?, raw = NULL WHERE messageID = ?", arguments: [new.html, row.id])
    }

    /// Records that a draft is being handed over, before its fate is known.
    /// - Returns: false when an earlier handover began and its outcome is unknown; the draft then has a new version.
    func beginHandingOver(_ row: MessageRow, account: ServedAccount) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE message SET version = version + (handedOver IS version), handedOver = version WHERE id = ?
                """, arguments: [row.id])
        let version = try Int64.fetchOne(db, sql: "SELECT version FROM message WHERE id = ?", arguments: [row.id])
        guard version != row.version else { return true }
        note(.modify, .draft, row.publicID, account: account.id)
        touch(thread: row.threadID, of: account.id)
        return false
    }

    /// Records that the draft did not leave.
    func endHandingOver(_ publicID: String, account: ServedAccount) throws {
        try db.execute(
            sql: "UPDATE message SET handedOver = NULL WHERE publicID = ? AND accountID = ?",
            arguments: [publicID, account.id])
    }

    /// Deletes a draft; its uploaded files stay.
    func delete(_ row: MessageRow, account: ServedAccount) throws {
        try detachFiles(from: row.id, account: account.id)
        try noteEmailGone(row.id, account: account.id)
        try db.execute(sql: "DELETE FROM message WHERE id = ?", arguments: [row.id])
        note(.delete, .draft, row.publicID, account: account.id)
        touch(thread: row.threadID, of: account.id)
    }
}

import InboxModel

extension NewMessage {
    /// Creates a draft, or a message to send at once, from its fields.
    init(draft fields: DraftFields, target: ReplyTarget?, account: ServedAccount, now: Int64, mailboxes: MailboxList) {
        isDraft = true
        let given = fields.subject ?? ""
        subject = given.isEmpty ? target?.subject ?? "" : given
        from = fields.from.flatMap { $0.isEmpty ? nil : $0 } ?? [MailAddress(name: account.name, email: account.email)]
        to = fields.to ?? []
        cc = fields.cc ?? []
        bcc = fields.bcc ?? []
        replyTo = fields.replyTo ?? []
        date = now
        html = fields.html ?? ""
        snippet = HTMLText.snippet(html)
        messageID = fields.messageID ?? "<\(PublicID.random())@maraca.invalid>"
        inReplyTo = target == nil ? fields.references.last : target?.messageID
        references = target.map { $0.references + [$0.messageID].compactMap(\.self) } ?? fields.references
        uploadedFiles = fields.files ?? []
        self.mailboxes = mailboxes.home(of: .drafts, hasLabels: account.hasLabels)
        replyToMessageID = target?.messagePublicID
        thread = target?.thread
    }

    /// Restores a stored draft.
    init(_ row: MessageRow) {
        publicID = row.publicID
        isDraft = row.isDraft
        subject = row.subject
        from = Self.addresses(row.from)
        to = Self.addresses(row.to)
        cc = Self.addresses(row.cc)
        bcc = Self.addresses(row.bcc)
        replyTo = Self.addresses(row.replyTo)
        date = row.date
        snippet = row.snippet
        isUnread = row.isUnread
        isStarred = row.isStarred
        messageID = row.messageIDHeader.isEmpty ? nil : row.messageIDHeader
        inReplyTo = row.inReplyTo
        references = row.referencedIDs
        html = row.html ?? ""
        replyToMessageID = row.replyToMessageID
        thread = row.threadID
    }

    private static func addresses(_ json: String) -> [MailAddress] {
        (JSONValue(reading: Array(json.utf8))?.arrayValue ?? []).compactMap { value in
            value["email"]?.textValue.map { MailAddress(name: value["name"]?.textValue ?? "", email: $0) }
        }
    }
}

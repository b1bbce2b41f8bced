import GRDB

/// What a Maildir can show of a message as it is stored here.
struct MaildirMessage: Hashable, Sendable {
    let row: Int64
    let publicID: String
    let thread: Int64
    let isDraft: Bool
    let marks: MaildirMarks
    /// Its folder. Accounts that are kept in step with a Maildir have folders, so there is one.
    let mailbox: Int64
    /// Seconds since 1970.
    let date: Int64
    /// Differs from an earlier one if the text may, too.
    let revision: String

    /// Returns messages of an account, without those that are in no mailbox.
    /// - Parameter ids: their public ids, or their ids in JMAP; nil for all.
    static func all(_ db: Database, _ ids: [String]? = nil, account: Int64) throws -> [MaildirMessage] {
        let list = try MailboxList(db, account: account)
        let those =
            ids == nil
            ? ""
            : """
            AND id IN (SELECT id FROM given JOIN message ON publicID = value
                UNION SELECT id FROM given JOIN message ON emailID = value)
            """
        let wanted = JSONValue.array((ids ?? []).map(JSONValue.text)).compactText
        let rows = try Row.fetchCursor(
            db,
            sql: """
                WITH given AS (SELECT value FROM json_each(?))
                SELECT id, publicID, threadID, isDraft, version, isUnread, isStarred, date,
                    (SELECT group_concat(mailboxID) FROM messageMailbox WHERE messageID = message.id)
                FROM message WHERE accountID = ? \(those)
                """, arguments: [wanted, account])
        let keywords = Dictionary(uniqueKeysWithValues: list.keywords.map { ($0.id, $0.displayName.lowercased()) })
        var found: [MaildirMessage] = []
        while let row = try rows.next() {
            let places = (row[8] as String? ?? "").split(separator: ",").compactMap { Int64($0) }
            guard let mailbox = places.first(where: { keywords[$0] == nil }) else { continue }
            let names = places.compactMap { keywords[$0] }
            var marks: MaildirMarks = []
            if !(row[5] as Bool) { marks.insert(.seen) }
            if row[6] { marks.insert(.flagged) }
            if names.contains(EmailKeyword.answered) { marks.insert(.replied) }
            if names.contains(EmailKeyword.forwarded) { marks.insert(.passed) }
            let isDraft: Bool = row[3]
            found.append(
                MaildirMessage(
                    row: row[0], publicID: row[1], thread: row[2], isDraft: isDraft, marks: marks, mailbox: mailbox,
                    date: row[7], revision: revision(isDraft: isDraft, version: row[4])))
        }
        return found
    }

    /// Returns messages by their public ids.
    static func byID(_ db: Database, _ ids: [String], account: Int64) throws -> [String: MaildirMessage] {
        Dictionary(try all(db, ids, account: account).map { ($0.publicID, $0) }, uniquingKeysWith: { $1 })
    }

    fileprivate static func revision(isDraft: Bool, version: Int64) -> String {
        "\(isDraft ? "draft" : "message") \(version)"
    }

    /// Its bytes as they are sent or kept; nil if it is gone.
    func bytes(_ db: Database, account: ServedAccount) throws -> [UInt8]? {
        let id = try String.fetchOne(
            db, sql: "SELECT \(EmailRow.id) FROM message WHERE publicID = ? AND accountID = ?",
            arguments: [publicID, account.id])
        guard let id, let email = try EmailRow.fetch(db, id: id, account: account) else { return nil }
        return try EmailBytes.of(email, account: account, in: db)
    }
}

extension MailTransaction {
    /// Changes a message as its file was changed.
    /// - Parameters:
    ///   - marks: the marks that it has from now on.
    ///   - mailbox: where it is from now on.
    func change(
        _ message: MaildirMessage, marks: MaildirMarks, mailbox: Int64, account: ServedAccount, list: inout MailboxList
    ) throws {
        guard marks != message.marks || mailbox != message.mailbox else { return }
        let wanted = try KeywordRows.rows(
            of: Self.keywords(of: marks), in: self, account: account, list: &list)
        let own = Set(
            list.keywords.filter {
                [EmailKeyword.answered, EmailKeyword.forwarded].contains($0.displayName.lowercased())
            }
            .map(\.id))
        let known = list
        try changeMarks(ofThread: message.thread, message: message.row, account: account, mailboxes: known) { all in
            all.map { old in
                var new = old
                new.isUnread = !marks.contains(.seen)
                new.isStarred = marks.contains(.flagged)
                new.mailboxes.subtract(own)
                new.mailboxes.formUnion(wanted)
                new.mailboxes = known.changingKeywords(of: [mailbox], to: new.mailboxes)
                return new
            }
        }
    }

    /// Stores a message that another program put into the Maildir.
    /// - Parameter home: the mailbox of its folder. What is marked as deleted goes to the trash, and its file follows.
    func store(
        _ mail: IncomingMail, _ file: MaildirTree.File, in home: Int64, account: ServedAccount, list: inout MailboxList
    ) throws -> MaildirRecord {
        var new = mail.message
        let mailbox = file.name.flags.contains("T") ? list[.trash]?.id ?? home : home
        let keywords = try KeywordRows.rows(of: mail.keywords, in: self, account: account, list: &list)
        new.mailboxes = keywords.union([mailbox])
        let isDraft = list[mailbox]?.role == .drafts
        var marks = MaildirMarks(file.name.flags)
        if isDraft {
            // A draft is never unread.
            marks.insert(.seen)
            new.isUnread = false
            _ = try insertDraft(new, account: account, mailboxes: list)
        } else {
            _ = try insert(new, account: account, mailboxes: list)
        }
        return try MaildirTable.insert(
            db,
            MaildirRecord(
                id: 0, message: new.publicID, file: file, marks: marks, mailbox: home,
                revision: MaildirMessage.revision(isDraft: isDraft, version: 0)), account: account.id)
    }

    private static func keywords(of marks: MaildirMarks) -> Set<String> {
        var keywords: Set<String> = []
        if marks.contains(.replied) { keywords.insert(EmailKeyword.answered) }
        if marks.contains(.passed) { keywords.insert(EmailKeyword.forwarded) }
        return keywords
    }

    /// Deletes a message whose file was deleted.
    func destroy(_ message: MaildirMessage, account: ServedAccount) throws {
        let id = try String.fetchOne(
            db, sql: "SELECT \(EmailRow.id) FROM message WHERE id = ?", arguments: [message.row])
        guard let id, let email = try EmailRow.fetch(db, id: id, account: account) else { return }
        try destroy(email, account: account)
    }
}

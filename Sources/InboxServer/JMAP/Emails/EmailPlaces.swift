import GRDB

/// The mailboxes and keywords of an email, by their JMAP names.
struct EmailPlaces {
    let mailboxIDs: Set<String>
    let keywords: Set<String>

    init(_ row: EmailRow, in db: Database, mailboxes: MailboxList) throws {
        let statement = try db.cachedStatement(sql: "SELECT mailboxID FROM messageMailbox WHERE messageID = ?")
        let ids = try Int64.fetchSet(statement, arguments: [row.rowID])
        let rows = ids.compactMap { mailboxes[$0] }
        mailboxIDs = Set(rows.map(\.publicID))
        var keywords = Set(
            mailboxes.keywords.filter { ids.contains($0.id) }.map { $0.displayName.lowercased() }
                .filter(EmailKeyword.isValid))
        if !row.isUnread { keywords.insert(EmailKeyword.seen) }
        if row.isStarred { keywords.insert(EmailKeyword.flagged) }
        if row.isDraft { keywords.insert(EmailKeyword.draft) }
        self.keywords = keywords
    }
}

/// Keywords (RFC 8621 §4.1.1). Three of them are marks that every message has here; the others are stored as keywords.
enum EmailKeyword {
    static let seen = "$seen"
    static let flagged = "$flagged"
    static let draft = "$draft"
    static let answered = "$answered"
    static let forwarded = "$forwarded"
    static let marks: Set<String> = [seen, flagged, draft]

    static func isValid(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"(){]%*\"\\".utf8.contains($0) }
    }
}

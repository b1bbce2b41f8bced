import GRDB
import InboxModel

extension Migration {
    /// Contacts with counts of the mail to and from them.
    static let contacts = Migration("2026-11-21 contacts", sql: contactColumns)

    /// What the user keeps of contacts. The people of mail that is already stored are gathered once, now.
    static let contactCards = Migration("2026-11-21 contact cards") { database in
        try database.execute(sql: cardColumns)
        for contact in try ContactTable.all(database) { try ContactTable.write(database, contact) }
        var gathering = ContactGathering()
        let own = Set(try AccountTable.all(database).map { $0.address.lowercased() })
        let messages = try Row.fetchCursor(
            database, sql: "SELECT account, addresses, keywords, receivedAt FROM message ORDER BY id")
        while let row = try messages.next() {
            let lists = RowCoding.addressLists(row[1])
            let keywords: String = row[2]
            gathering.add(
                from: lists.first ?? [], to: lists.dropFirst().prefix(3).flatMap(\.self),
                isDraft: RowCoding.keywords(keywords).contains(.draft), receivedAt: RowCoding.date(row[3]),
                account: AccountID(row[0]), own: own)
        }
        for found in gathering.people { try ContactTable.gather(database, found) }
    }
}

private let contactColumns = """
    ALTER TABLE contact ADD COLUMN emailKey TEXT NOT NULL DEFAULT '';
    ALTER TABLE contact ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
    ALTER TABLE contact ADD COLUMN useKey INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE contact ADD COLUMN words TEXT NOT NULL DEFAULT '';
    ALTER TABLE contact ADD COLUMN mailCount INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE contact ADD COLUMN sentCount INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE contact ADD COLUMN lastMailAt INTEGER;
    CREATE INDEX contactByEmail ON contact (account, emailKey);
    CREATE INDEX contactByName ON contact (nameKey, id);
    CREATE INDEX contactByUse ON contact (useKey, id);
    """

private let cardColumns = """
    ALTER TABLE contact ADD COLUMN card TEXT;
    ALTER TABLE contact ADD COLUMN isHidden INTEGER NOT NULL DEFAULT 0;
    UPDATE contact SET mailCount = 0, sentCount = 0, lastMailAt = NULL;
    """

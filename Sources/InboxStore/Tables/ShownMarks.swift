import GRDB
import InboxModel

/// The counts, mailboxes, tags and lists of threads, as stored in their rows.
struct ShownMarks {
    struct Thread {
        var id: ThreadID
        var lastDate: Int64
        /// An index into `counts`.
        var counts: Int
        /// In ascending order.
        var lists: [Int64]
    }

    private struct Texts: Hashable {
        var counts: ThreadCounts
        var mailboxes: String
        var tags: String
    }

    private var numbers: [Texts: Int] = [:]
    private(set) var counts: [ThreadCounts] = []

    mutating func read(_ database: Database, _ ids: [ThreadID]) throws -> [Thread] {
        try database.rows(
            """
            SELECT id, messageCount, unreadCount, starredCount, draftCount, isAnswered, mailboxes, lists, snoozedUntil, \
            awaitsReply, tags, lastDate \
            FROM thread WHERE id IN (SELECT value FROM json_each(?))
            """, IDList(ids)
        ) { row in
            // Without mailboxes and tags, which are parsed once for each text.
            let until: Int64? = row[8]
            let counts = ThreadCounts(
                messages: row[1], unread: row[2], starred: row[3], drafts: row[4], isAnswered: row[5],
                snoozedUntil: until.map(RowCoding.date), awaitsReply: row[9])
            let lists: String = row[7]
            return Thread(
                id: ThreadID(row[0]), lastDate: row[11],
                counts: number(Texts(counts: counts, mailboxes: row[6], tags: row[10])),
                lists: RowCoding.numbers(lists))
        }
    }

    private mutating func number(_ texts: Texts) -> Int {
        if let known = numbers[texts] { return known }
        var own = texts.counts
        own.mailboxes = RowCoding.mailboxes(texts.mailboxes)
        own.tags = RowCoding.keywords(texts.tags)
        counts.append(own)
        numbers[texts] = counts.count - 1
        return counts.count - 1
    }
}

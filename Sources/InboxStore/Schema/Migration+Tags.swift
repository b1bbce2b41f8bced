import GRDB
import InboxModel

extension Migration {
    /// The tags of a thread's messages, stored in its row. Derived from the messages' marks.
    static let tags = Migration("2026-11-24 tags") { database in
        try database.execute(sql: tagsSchema)
        // Other clients may have set some before.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT thread, group_concat(keywords, ' ') FROM message \
                WHERE keywords GLOB '* [^$ ]*' OR keywords LIKE '% $label%' GROUP BY thread
                """)
        for row in rows {
            let (thread, text): (Int64, String) = (row[0], row[1])
            let tags = RowCoding.keywords(text).filter(\.isTag)
            if !tags.isEmpty {
                try database.run("UPDATE thread SET tags = ? WHERE id = ?", RowCoding.encode(tags), thread)
            }
        }
    }
}

private let tagsSchema = """
    ALTER TABLE thread ADD COLUMN tags TEXT NOT NULL DEFAULT '';
    DROP VIEW conversation;
    CREATE VIEW conversation AS SELECT thread.id, account, remoteID, firstDate, lastDate, messageCount, unreadCount,
        starredCount, draftCount, hasFiles, isAnswered, size, mailboxes, lists, snoozedUntil, awaitsReply, tags,
        coalesce(subject, '') AS subject, coalesce(senders, '') AS senders,
        coalesce(participants, '') AS participants, coalesce(snippet, '') AS snippet
        FROM thread LEFT JOIN heading ON heading.thread = thread.id;
    """

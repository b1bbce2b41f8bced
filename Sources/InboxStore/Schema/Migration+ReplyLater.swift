extension Migration {
    /// Whether a thread is set aside for a later reply, stored in its row. Derived from the messages' marks.
    static let replyLater = Migration(
        "2026-11-23 reply later",
        sql: """
            ALTER TABLE thread ADD COLUMN awaitsReply INTEGER NOT NULL DEFAULT 0;
            -- Other clients may have set the mark before.
            UPDATE thread SET awaitsReply = 1 WHERE id IN (SELECT thread FROM message WHERE keywords LIKE '% $replylater %');

            DROP VIEW conversation;
            CREATE VIEW conversation AS SELECT thread.id, account, remoteID, firstDate, lastDate, messageCount, unreadCount,
                starredCount, draftCount, hasFiles, isAnswered, size, mailboxes, lists, snoozedUntil, awaitsReply,
                coalesce(subject, '') AS subject, coalesce(senders, '') AS senders,
                coalesce(participants, '') AS participants, coalesce(snippet, '') AS snippet
                FROM thread LEFT JOIN heading ON heading.thread = thread.id;
            """)
}

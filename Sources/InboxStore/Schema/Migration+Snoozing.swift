extension Migration {
    /// When a thread comes back, stored in its row, so that threads that are due are found without reading messages.
    static let snoozing = Migration(
        "2026-11-22 snoozing",
        sql: """
            -- In seconds since 1970; NULL: it is not snoozed. Derived from the messages' marks.
            ALTER TABLE thread ADD COLUMN snoozedUntil INTEGER;
            CREATE INDEX threadSnoozed ON thread (account, snoozedUntil) WHERE snoozedUntil IS NOT NULL;

            DROP VIEW conversation;
            CREATE VIEW conversation AS SELECT thread.id, account, remoteID, firstDate, lastDate, messageCount, unreadCount,
                starredCount, draftCount, hasFiles, isAnswered, size, mailboxes, lists, snoozedUntil,
                coalesce(subject, '') AS subject, coalesce(senders, '') AS senders,
                coalesce(participants, '') AS participants, coalesce(snippet, '') AS snippet
                FROM thread LEFT JOIN heading ON heading.thread = thread.id;
            """)
}

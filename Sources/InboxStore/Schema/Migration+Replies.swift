extension Migration {
    /// The message that another one answers. For mail that is already stored, it is known once the server reports that mail again.
    static let replies = Migration(
        "2026-11-28 replies",
        sql: """
            ALTER TABLE envelope ADD COLUMN inReplyToHeader TEXT;
            ALTER TABLE commitMessage ADD COLUMN inReplyToHeader TEXT;

            DROP VIEW mail;
            CREATE VIEW mail AS SELECT message.id, account, remoteID, thread, receivedAt, keywords, mailboxes, isUnread,
                isStarred, hasFiles, version, size, hasBody, coalesce(subject, '') AS subject,
                coalesce(subjectKey, '') AS subjectKey, coalesce(senderKey, '') AS senderKey,
                coalesce(addresses, '') AS addresses, coalesce(snippet, '') AS snippet,
                coalesce(files, '') AS files, messageIDHeader, listID, inReplyToHeader
                FROM message LEFT JOIN envelope ON envelope.message = message.id;
            """)
}

extension Migration {
    /// Which message another one answers. Of mail that is here already it is known once its server tells of it again.
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

extension Migration {
    /// Texts of messages go into rows of their own: marks change often and in bulk, and thirty narrow rows share a page
    /// where six wide ones did.
    static let envelopes = Migration("2026-11-22 envelopes", sql: envelopeSchema)
}

private let envelopeSchema = """
    CREATE TABLE envelope (
        message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
        subject TEXT NOT NULL,
        subjectKey TEXT NOT NULL,
        senderKey TEXT NOT NULL,
        addresses TEXT NOT NULL,
        snippet TEXT NOT NULL,
        files TEXT NOT NULL,
        messageIDHeader TEXT,
        listID TEXT
    ) STRICT;
    INSERT INTO envelope (message, subject, subjectKey, senderKey, addresses, snippet, files, messageIDHeader, listID)
        SELECT id, subject, subjectKey, senderKey, addresses, snippet, files, messageIDHeader, listID
        FROM message ORDER BY id;

    CREATE TABLE narrowMessage (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        thread INTEGER NOT NULL REFERENCES thread,
        receivedAt INTEGER NOT NULL,
        keywords TEXT NOT NULL,
        mailboxes TEXT NOT NULL,
        isUnread INTEGER NOT NULL,
        isStarred INTEGER NOT NULL,
        hasFiles INTEGER NOT NULL,
        version INTEGER,
        size INTEGER NOT NULL,
        hasBody INTEGER NOT NULL DEFAULT 0,
        UNIQUE (account, remoteID)
    ) STRICT;
    INSERT INTO narrowMessage (id, account, remoteID, thread, receivedAt, keywords, mailboxes, isUnread, isStarred,
        hasFiles, version, size, hasBody)
        SELECT id, account, remoteID, thread, receivedAt, keywords, mailboxes, isUnread, isStarred,
        hasFiles, version, size, hasBody FROM message ORDER BY id;
    DROP TABLE message;
    ALTER TABLE narrowMessage RENAME TO message;

    -- What a draft answers, and drafts that a server tells under another id.
    CREATE INDEX envelopeByMessageID ON envelope (messageIDHeader) WHERE messageIDHeader IS NOT NULL;
    CREATE INDEX messageByThread ON message (thread, receivedAt, id);
    CREATE INDEX messageByDate ON message (receivedAt, id);
    CREATE INDEX messageWithoutBody ON message (account, id) WHERE hasBody = 0;
    CREATE INDEX messageUnread ON message (id) WHERE isUnread = 1;
    CREATE INDEX messageStarred ON message (id) WHERE isStarred = 1;

    -- Messages with their texts. SQLite leaves the texts unread where nothing is asked of them.
    CREATE VIEW mail AS SELECT message.id, account, remoteID, thread, receivedAt, keywords, mailboxes, isUnread, isStarred,
        hasFiles, version, size, hasBody, coalesce(subject, '') AS subject, coalesce(subjectKey, '') AS subjectKey,
        coalesce(senderKey, '') AS senderKey, coalesce(addresses, '') AS addresses, coalesce(snippet, '') AS snippet,
        coalesce(files, '') AS files, messageIDHeader, listID
        FROM message LEFT JOIN envelope ON envelope.message = message.id;
    """

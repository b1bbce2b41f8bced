extension Migration {
    /// Separate tables for the texts of messages and threads. Marks change often and in bulk, and a page holds thirty
    /// narrow rows instead of six wide ones.
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

    CREATE TABLE heading (
        thread INTEGER PRIMARY KEY REFERENCES thread ON DELETE CASCADE,
        subject TEXT NOT NULL,
        subjectKey TEXT NOT NULL,
        senderKey TEXT NOT NULL,
        senders TEXT NOT NULL,
        participants TEXT NOT NULL,
        snippet TEXT NOT NULL
    ) STRICT;
    INSERT INTO heading (thread, subject, subjectKey, senderKey, senders, participants, snippet)
        SELECT id, subject, subjectKey, senderKey, senders, participants, snippet FROM thread ORDER BY id;

    CREATE TABLE narrowThread (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        firstDate INTEGER NOT NULL DEFAULT 0,
        lastDate INTEGER NOT NULL DEFAULT 0,
        messageCount INTEGER NOT NULL DEFAULT 0,
        unreadCount INTEGER NOT NULL DEFAULT 0,
        starredCount INTEGER NOT NULL DEFAULT 0,
        draftCount INTEGER NOT NULL DEFAULT 0,
        hasFiles INTEGER NOT NULL DEFAULT 0,
        isAnswered INTEGER NOT NULL DEFAULT 0,
        size INTEGER NOT NULL DEFAULT 0,
        mailboxes TEXT NOT NULL DEFAULT '',
        -- The lists that the thread stands in, so that its places are found when it moves.
        lists TEXT NOT NULL DEFAULT '',
        UNIQUE (account, remoteID)
    ) STRICT;
    INSERT INTO narrowThread (id, account, remoteID, firstDate, lastDate, messageCount, unreadCount, starredCount,
        draftCount, hasFiles, isAnswered, size, mailboxes, lists)
        SELECT id, account, remoteID, firstDate, lastDate, messageCount, unreadCount, starredCount,
        draftCount, hasFiles, isAnswered, size, mailboxes, lists FROM thread ORDER BY id;
    -- An id that was given away once is never given again.
    DELETE FROM sqlite_sequence WHERE name = 'narrowThread';
    INSERT INTO sqlite_sequence (name, seq) SELECT 'narrowThread', seq FROM sqlite_sequence WHERE name = 'thread';
    DROP TABLE thread;
    ALTER TABLE narrowThread RENAME TO thread;

    CREATE INDEX headingBySubject ON heading (subjectKey, thread);
    CREATE INDEX headingBySender ON heading (senderKey, thread);
    CREATE INDEX threadBySize ON thread (size, id);
    -- Those with the mark stand behind all others, each half in the order of its dates.
    CREATE INDEX threadByUnread ON thread ((unreadCount > 0) * 17592186044416 + lastDate, id);
    CREATE INDEX threadByStarred ON thread ((starredCount > 0) * 17592186044416 + lastDate, id);
    CREATE INDEX threadByFiles ON thread (hasFiles * 17592186044416 + lastDate, id);

    CREATE VIEW conversation AS SELECT thread.id, account, remoteID, firstDate, lastDate, messageCount, unreadCount,
        starredCount, draftCount, hasFiles, isAnswered, size, mailboxes, lists, coalesce(subject, '') AS subject,
        coalesce(senders, '') AS senders, coalesce(participants, '') AS participants, coalesce(snippet, '') AS snippet
        FROM thread LEFT JOIN heading ON heading.thread = thread.id;

    -- Messages with their texts. SQLite leaves the texts unread where nothing is asked of them.
    CREATE VIEW mail AS SELECT message.id, account, remoteID, thread, receivedAt, keywords, mailboxes, isUnread, isStarred,
        hasFiles, version, size, hasBody, coalesce(subject, '') AS subject, coalesce(subjectKey, '') AS subjectKey,
        coalesce(senderKey, '') AS senderKey, coalesce(addresses, '') AS addresses, coalesce(snippet, '') AS snippet,
        coalesce(files, '') AS files, messageIDHeader, listID
        FROM message LEFT JOIN envelope ON envelope.message = message.id;
    """

extension Migration {
    static let first = Migration("2026-11-21 first", sql: firstSchema)
}

private let firstSchema = """
    CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        address TEXT NOT NULL,
        name TEXT NOT NULL,
        dialect TEXT NOT NULL,
        url TEXT NOT NULL,
        userName TEXT NOT NULL,
        hasLabels INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE mailbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        name TEXT NOT NULL,
        role TEXT,
        threadCount INTEGER NOT NULL DEFAULT 0,
        unreadThreadCount INTEGER NOT NULL DEFAULT 0,
        UNIQUE (account, remoteID)
    ) STRICT;

    -- What a row of a list shows: derived from the messages, rewritten whenever one of them changes.
    CREATE TABLE thread (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        subject TEXT NOT NULL DEFAULT '',
        subjectKey TEXT NOT NULL DEFAULT '',
        senders TEXT NOT NULL DEFAULT '',
        participants TEXT NOT NULL DEFAULT '',
        snippet TEXT NOT NULL DEFAULT '',
        firstDate INTEGER NOT NULL DEFAULT 0,
        lastDate INTEGER NOT NULL DEFAULT 0,
        messageCount INTEGER NOT NULL DEFAULT 0,
        unreadCount INTEGER NOT NULL DEFAULT 0,
        starredCount INTEGER NOT NULL DEFAULT 0,
        draftCount INTEGER NOT NULL DEFAULT 0,
        hasFiles INTEGER NOT NULL DEFAULT 0,
        isAnswered INTEGER NOT NULL DEFAULT 0,
        mailboxes TEXT NOT NULL DEFAULT '',
        UNIQUE (account, remoteID)
    ) STRICT;
    CREATE INDEX threadByDate ON thread (lastDate, id);
    CREATE INDEX threadBySubject ON thread (subjectKey, id);

    -- The id holds the received time in its upper bits, so that id order is date order, in the full-text index too.
    CREATE TABLE message (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        thread INTEGER NOT NULL REFERENCES thread,
        subject TEXT NOT NULL,
        subjectKey TEXT NOT NULL,
        addresses TEXT NOT NULL,
        receivedAt INTEGER NOT NULL,
        snippet TEXT NOT NULL,
        keywords TEXT NOT NULL,
        mailboxes TEXT NOT NULL,
        isUnread INTEGER NOT NULL,
        isStarred INTEGER NOT NULL,
        hasFiles INTEGER NOT NULL,
        files TEXT NOT NULL,
        messageIDHeader TEXT,
        version INTEGER,
        size INTEGER NOT NULL,
        hasBody INTEGER NOT NULL DEFAULT 0,
        UNIQUE (account, remoteID)
    ) STRICT;
    CREATE INDEX messageByThread ON message (thread, receivedAt, id);
    CREATE INDEX messageByDate ON message (receivedAt, id);
    CREATE INDEX messageWithoutBody ON message (account, id) WHERE hasBody = 0;
    CREATE INDEX messageUnread ON message (id) WHERE isUnread = 1;
    CREATE INDEX messageStarred ON message (id) WHERE isStarred = 1;

    CREATE TABLE messageMailbox (
        mailbox INTEGER NOT NULL,
        message INTEGER NOT NULL,
        PRIMARY KEY (mailbox, message)
    ) STRICT, WITHOUT ROWID;

    -- A mailbox's list in its order, with the thread's marks within that mailbox.
    CREATE TABLE threadMailbox (
        mailbox INTEGER NOT NULL,
        lastDate INTEGER NOT NULL,
        thread INTEGER NOT NULL,
        unread INTEGER NOT NULL,
        starred INTEGER NOT NULL,
        PRIMARY KEY (mailbox, lastDate, thread)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX threadMailboxByThread ON threadMailbox (thread);
    CREATE INDEX threadMailboxUnread ON threadMailbox (mailbox, lastDate, thread) WHERE unread > 0;
    CREATE INDEX threadMailboxStarred ON threadMailbox (mailbox, lastDate, thread) WHERE starred > 0;

    CREATE TABLE body (
        message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
        html TEXT,
        plain TEXT
    ) STRICT;

    -- Folded words, one blank between them: the tokenizer has nothing left to decide.
    CREATE VIRTUAL TABLE messageText USING fts5 (
        subject, sender, recipient, copy, body, file, tokenize = 'ascii', prefix = '2 3'
    );

    -- What the server last said of a message that actions are pending on.
    CREATE TABLE base (
        message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
        keywords TEXT NOT NULL,
        mailboxes TEXT NOT NULL
    ) STRICT;

    CREATE TABLE action (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        command TEXT NOT NULL,
        title TEXT NOT NULL,
        state TEXT NOT NULL,
        createdAt INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        notBefore INTEGER,
        lastError TEXT
    ) STRICT;
    CREATE TABLE actionEdit (
        action INTEGER NOT NULL REFERENCES action ON DELETE CASCADE,
        message INTEGER NOT NULL,
        patch TEXT NOT NULL,
        PRIMARY KEY (action, message)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX actionEditByMessage ON actionEdit (message, action);

    -- What a user did at once has one deed number, also when it was done in several accounts.
    CREATE TABLE undoStep (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        deed INTEGER NOT NULL,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        command TEXT NOT NULL,
        title TEXT NOT NULL,
        edits TEXT NOT NULL,
        isUndone INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE contact (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        UNIQUE (account, remoteID)
    ) STRICT;

    CREATE TABLE syncState (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Counts the commits, so that a reader knows which of them its snapshot holds.
    CREATE TABLE clock (
        seq INTEGER NOT NULL
    ) STRICT;
    INSERT INTO clock VALUES (0);
    """

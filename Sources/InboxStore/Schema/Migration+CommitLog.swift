extension Migration {
    static let commitLog = Migration("2026-11-21 commit log", sql: commitLogSchema)
}

private let commitLogSchema = """
    -- The last commits, so that another process learns what changed: which threads, and how they were before.
    CREATE TABLE commitLog (
        seq INTEGER PRIMARY KEY,
        -- 0: too much changed to be told one by one.
        isWhole INTEGER NOT NULL,
        -- What changed besides threads, one bit each.
        kinds INTEGER NOT NULL,
        -- How many threads changed.
        threads INTEGER NOT NULL,
        -- Those of them that are new: there is nothing before them.
        made TEXT NOT NULL
    ) STRICT;
    CREATE TABLE commitThread (
        seq INTEGER NOT NULL,
        thread INTEGER NOT NULL,
        account INTEGER NOT NULL,
        remoteID TEXT,
        PRIMARY KEY (seq, thread)
    ) STRICT, WITHOUT ROWID;
    -- The messages of those threads, in the columns of `message`.
    CREATE TABLE commitMessage (
        seq INTEGER NOT NULL,
        thread INTEGER NOT NULL,
        receivedAt INTEGER NOT NULL,
        id INTEGER NOT NULL,
        account INTEGER NOT NULL,
        remoteID TEXT,
        subject TEXT NOT NULL,
        addresses TEXT NOT NULL,
        snippet TEXT NOT NULL,
        keywords TEXT NOT NULL,
        mailboxes TEXT NOT NULL,
        files TEXT NOT NULL,
        messageIDHeader TEXT,
        version INTEGER,
        size INTEGER NOT NULL,
        listID TEXT,
        PRIMARY KEY (seq, thread, receivedAt, id)
    ) STRICT, WITHOUT ROWID;
    -- Words that a commit changed or took away, in the columns of `messageText`.
    CREATE TABLE commitText (
        seq INTEGER NOT NULL,
        message INTEGER NOT NULL,
        subject TEXT NOT NULL,
        sender TEXT NOT NULL,
        recipient TEXT NOT NULL,
        copy TEXT NOT NULL,
        body TEXT NOT NULL,
        file TEXT NOT NULL,
        PRIMARY KEY (seq, message)
    ) STRICT, WITHOUT ROWID;
    """

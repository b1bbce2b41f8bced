extension Migration {
    /// What drafts, their files and changed mailboxes need.
    static let writing = Migration("2026-11-21 writing", sql: writingSchema)
}

private let writingSchema = """
    -- What an action is about when it is not the marks of messages: one of the three.
    ALTER TABLE action ADD COLUMN draft INTEGER;
    ALTER TABLE action ADD COLUMN mailbox INTEGER;
    ALTER TABLE action ADD COLUMN file INTEGER;
    ALTER TABLE action ADD COLUMN detail TEXT;
    -- When the user wants it sent; `notBefore` is the back-off.
    ALTER TABLE action ADD COLUMN dueAt INTEGER;
    -- The server's draft that a deletion is about; until it is gone there, nothing brings it back here.
    ALTER TABLE action ADD COLUMN remoteID TEXT;
    CREATE INDEX actionByDraft ON action (draft) WHERE draft IS NOT NULL;
    CREATE INDEX actionByMailbox ON action (mailbox) WHERE mailbox IS NOT NULL;

    -- An action that has to be answered before another can be sent, because that one needs its server's id.
    CREATE TABLE actionNeed (
        action INTEGER NOT NULL REFERENCES action ON DELETE CASCADE,
        need INTEGER NOT NULL REFERENCES action ON DELETE CASCADE,
        PRIMARY KEY (action, need)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX actionNeedByNeed ON actionNeed (need);

    -- A large action is answered in parts; a part's changes may come in while the rest is on its way.
    ALTER TABLE actionEdit ADD COLUMN isAnswered INTEGER NOT NULL DEFAULT 0;

    -- A mailbox that the user renamed: what the server calls it. One that the user deleted is hidden until it is gone.
    ALTER TABLE mailbox ADD COLUMN serverName TEXT;
    ALTER TABLE mailbox ADD COLUMN isLeaving INTEGER NOT NULL DEFAULT 0;

    -- What a draft's message row has no place for.
    CREATE TABLE draft (
        message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
        inReplyTo INTEGER
    ) STRICT;
    CREATE TABLE draftFile (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT,
        fileName TEXT NOT NULL,
        contentType TEXT NOT NULL,
        size INTEGER NOT NULL,
        content BLOB NOT NULL
    ) STRICT;

    -- What a draft answers, and drafts that a server tells under another id.
    CREATE INDEX messageByMessageID ON message (messageIDHeader) WHERE messageIDHeader IS NOT NULL;

    -- What was refused is not undone: it never came about.
    ALTER TABLE undoStep ADD COLUMN action INTEGER;
    """

extension Migration {
    static let drafts = Migration("2026-11-22 drafts", sql: draftsSchema)
    /// The server's name for our last save; any other save is somebody else's.
    static let draftSaves = Migration("2026-11-23 draft saves", sql: "ALTER TABLE draft ADD COLUMN ownSave TEXT")
}

private let draftsSchema = """
    -- Drafts as they were before another text took their place, and drafts that were discarded.
    CREATE TABLE draftVersion (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        -- The message of the draft, which may be gone.
        draft INTEGER NOT NULL,
        keptAt INTEGER NOT NULL,
        isDiscarded INTEGER NOT NULL,
        -- In bytes, with the files that were put on it here.
        size INTEGER NOT NULL,
        -- The ids of those files, in JSON; they stay in `draftFile` as long as a version names them.
        files TEXT NOT NULL,
        content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX draftVersionByDraft ON draftVersion (draft, id);

    -- What brings a discarded draft back.
    ALTER TABLE undoStep ADD COLUMN draftVersion INTEGER;
    """

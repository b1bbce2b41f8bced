extension Migration {
    static let keeping = Migration("2026-11-21 keeping", sql: keepingSchema)
}

private let keepingSchema = """
    -- In seconds since 1970, when the user last looked at the text or the file; 0: never.
    ALTER TABLE body ADD COLUMN usedAt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE body ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
    UPDATE body SET size = length(CAST(coalesce(html, '') AS BLOB)) + length(CAST(coalesce(plain, '') AS BLOB));
    CREATE INDEX bodyByUse ON body (usedAt, message);

    -- Files of messages as they were fetched. Those of drafts that were put on here stand in `draftFile`.
    CREATE TABLE cachedFile (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        remoteID TEXT NOT NULL,
        size INTEGER NOT NULL,
        usedAt INTEGER NOT NULL,
        content BLOB NOT NULL,
        UNIQUE (account, remoteID)
    ) STRICT;
    CREATE INDEX cachedFileByUse ON cachedFile (usedAt, id);

    -- How many bytes of bodies and files there are; kept up by SQLite itself.
    CREATE TABLE cacheSize (
        bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO cacheSize SELECT coalesce(sum(size), 0) FROM body;
    CREATE TRIGGER bodyCame AFTER INSERT ON body BEGIN UPDATE cacheSize SET bytes = bytes + new.size; END;
    CREATE TRIGGER bodyWent AFTER DELETE ON body BEGIN UPDATE cacheSize SET bytes = bytes - old.size; END;
    CREATE TRIGGER bodyChanged AFTER UPDATE OF size ON body
    BEGIN UPDATE cacheSize SET bytes = bytes + new.size - old.size; END;
    CREATE TRIGGER cachedFileCame AFTER INSERT ON cachedFile BEGIN UPDATE cacheSize SET bytes = bytes + new.size; END;
    CREATE TRIGGER cachedFileWent AFTER DELETE ON cachedFile BEGIN UPDATE cacheSize SET bytes = bytes - old.size; END;
    """

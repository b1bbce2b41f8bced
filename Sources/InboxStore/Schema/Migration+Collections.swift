extension Migration {
    static let collections = Migration("2026-11-21 collections", sql: collectionSchema)
}

private let collectionSchema = """
    -- Models that belong to the client and not to a server, each once, as JSON.
    CREATE TABLE model (
        id TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        -- Kept for itself, not only because a collection holds it.
        isAlone INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- That something was kept under a key, be it nothing.
    CREATE TABLE collectionKey (
        key TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    -- Who stands in a collection: a model by its id, or, when it has none, the model itself.
    CREATE TABLE collection (
        key TEXT NOT NULL REFERENCES collectionKey ON DELETE CASCADE,
        position INTEGER NOT NULL,
        model TEXT,
        value TEXT,
        PRIMARY KEY (key, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX collectionByModel ON collection (model) WHERE model IS NOT NULL;
    """

extension Migration {
    /// What was here when a whole mailbox began to be compared with its server, and what the server has told of since.
    static let comparing = Migration(
        "2026-11-27 comparing",
        sql: """
            CREATE TABLE comparedMessage (
                account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                remoteID TEXT NOT NULL,
                isMet INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (account, remoteID)
            ) STRICT, WITHOUT ROWID;
            """)
}

extension Migration {
    /// The messages that an account had when its comparison with the server began, and which of them the server has reported since.
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

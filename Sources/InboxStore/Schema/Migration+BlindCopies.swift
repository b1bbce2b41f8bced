extension Migration {
    /// Whom sent mail went to unseen by the others. What leaves does not say it, so some servers know it no more.
    static let blindCopies = Migration(
        "2026-11-24 blind copies",
        sql: """
            CREATE TABLE blindCopy (
                account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                messageIDHeader TEXT NOT NULL,
                addresses TEXT NOT NULL,
                PRIMARY KEY (account, messageIDHeader)
            ) STRICT, WITHOUT ROWID;
            """)
}

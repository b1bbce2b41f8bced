extension Migration {
    /// The Bcc recipients of sent mail. What leaves does not name them, so some servers no longer know them.
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

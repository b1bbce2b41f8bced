extension Migration {
    /// The numbers of messages that left: undo names messages longer than they last, so no other gets theirs. And who wrote a draft
    /// last, for two may have it open.
    static let numbers = Migration(
        "2026-11-24 numbers",
        sql: """
            CREATE TABLE lastNumber (
                -- The first number of those that share it.
                first INTEGER PRIMARY KEY,
                id INTEGER NOT NULL
            );
            ALTER TABLE draft ADD COLUMN writer TEXT;
            """)
}

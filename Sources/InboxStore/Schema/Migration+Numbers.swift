extension Migration {
    /// The last ids of deleted messages: undo refers to messages longer than they exist, so their ids are not reused.
    /// Also the last writer of a draft, because two may have it open.
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

extension Migration {
    /// Refused actions, which stay visible. They have a table of their own: none of them waits, so queries of the queue
    /// must not find them.
    static let refusals = Migration(
        "2026-11-23 refusals",
        sql: """
            CREATE TABLE refusal (
                -- A number that an action had or could have had: the outbox shows both.
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                command TEXT NOT NULL,
                title TEXT NOT NULL,
                edits TEXT NOT NULL,
                draft INTEGER,
                mailbox INTEGER,
                detail TEXT,
                reason TEXT NOT NULL,
                refusedAt INTEGER NOT NULL
            ) STRICT;
            """)
}

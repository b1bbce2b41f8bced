extension Migration {
    /// What servers refused stays to be seen. A table of its own: nothing of it waits, so no question about the queue meets it.
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

extension Migration {
    /// Indexes that find the next action to send without reading all that wait.
    static let queue = Migration(
        "2026-11-22 queue",
        sql: """
            CREATE INDEX actionOpen ON action (account, attempts, id)
                WHERE state IN ('waiting', 'unknown', 'held', 'recalling');
            CREATE INDEX actionByFile ON action (file) WHERE file IS NOT NULL;
            """)
}

extension Migration {
    /// The next action to send is found without a look at all that wait.
    static let queue = Migration(
        "2026-11-22 queue",
        sql: """
            CREATE INDEX actionOpen ON action (account, attempts, id)
                WHERE state IN ('waiting', 'unknown', 'held', 'recalling');
            CREATE INDEX actionByFile ON action (file) WHERE file IS NOT NULL;
            """)
}

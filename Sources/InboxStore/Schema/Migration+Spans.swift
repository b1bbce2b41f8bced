extension Migration {
    /// How many threads of a list lie in each span of time (`ThreadListSpan`), so that a jump into a long list skips no rows one by one.
    /// A sender's list has no spans.
    static let spans = Migration(
        "2026-11-29 spans",
        sql: """
            CREATE TABLE threadListSpan (
                list INTEGER NOT NULL,
                span INTEGER NOT NULL,
                threads INTEGER NOT NULL,
                PRIMARY KEY (list, span)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO threadListSpan (list, span, threads)
                SELECT list, lastDate >> \(ThreadListSpan.bits), count(*) FROM threadListRow
                WHERE list NOT IN (SELECT id FROM threadList WHERE fact = '\(ThreadListKey.Fact.senderName)')
                GROUP BY 1, 2;
            """)
}

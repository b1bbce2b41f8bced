extension Migration {
    /// What a draft passes on, which is marked when it was sent.
    static let forwards = Migration(
        "2026-11-23 forwards",
        sql: """
            ALTER TABLE draft ADD COLUMN forwards INTEGER;
            """)
}

extension Migration {
    /// The message that a draft forwards, which is marked once the draft was sent.
    static let forwards = Migration(
        "2026-11-23 forwards",
        sql: """
            ALTER TABLE draft ADD COLUMN forwards INTEGER;
            """)
}

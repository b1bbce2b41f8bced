extension Migration {
    /// How a draft is to be sealed, and the bytes that leave in its place once it is.
    static let seals = Migration(
        "2026-11-25 seals",
        sql: """
            ALTER TABLE draft ADD COLUMN seal TEXT;
            ALTER TABLE draft ADD COLUMN sealed BLOB;
            """)
}

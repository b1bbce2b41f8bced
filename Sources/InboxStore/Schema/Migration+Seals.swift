extension Migration {
    /// How to seal a draft, and the sealed bytes that are sent in its place.
    static let seals = Migration(
        "2026-11-25 seals",
        sql: """
            ALTER TABLE draft ADD COLUMN seal TEXT;
            ALTER TABLE draft ADD COLUMN sealed BLOB;
            """)
}

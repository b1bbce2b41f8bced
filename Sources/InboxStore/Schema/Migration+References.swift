extension Migration {
    /// What a draft answers when that message is not stored here.
    static let references = Migration(
        "2026-11-21 references", sql: "ALTER TABLE draft ADD COLUMN \"references\" TEXT NOT NULL DEFAULT ''")
}

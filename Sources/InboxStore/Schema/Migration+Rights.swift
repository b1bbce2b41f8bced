extension Migration {
    /// Until a server says otherwise, everything is allowed, as before.
    static let rights = Migration(
        "2026-11-21 rights", sql: "ALTER TABLE mailbox ADD COLUMN rights INTEGER NOT NULL DEFAULT 255")
}

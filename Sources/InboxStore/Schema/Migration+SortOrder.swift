extension Migration {
    /// Zero until a server names another order, as after the next change of any mailbox.
    static let sortOrder = Migration(
        "2026-11-29 sort order", sql: "ALTER TABLE mailbox ADD COLUMN sortOrder INTEGER NOT NULL DEFAULT 0")
}

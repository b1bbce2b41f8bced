extension Migration {
    /// How many attempts of an action certainly changed nothing on the server, as there was no connection. As long as that is so of
    /// all, its opposite cancels it out.
    static let vain = Migration(
        "2026-11-29 vain", sql: "ALTER TABLE action ADD COLUMN vain INTEGER NOT NULL DEFAULT 0")
}

extension Migration {
    /// What is broken in a message, a line each.
    static let problems = Migration(
        "2026-11-22 problems", sql: "ALTER TABLE body ADD COLUMN problems TEXT NOT NULL DEFAULT ''")
}

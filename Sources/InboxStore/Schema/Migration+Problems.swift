extension Migration {
    /// The defects of a message, one per line.
    static let problems = Migration(
        "2026-11-22 problems", sql: "ALTER TABLE body ADD COLUMN problems TEXT NOT NULL DEFAULT ''")
}

extension Migration {
    /// A number made up for each text that is written of a draft; null for texts of before.
    static let draftMarks = Migration("2026-11-30 draft marks", sql: "ALTER TABLE draft ADD COLUMN mark INTEGER")
}

extension Migration {
    /// What else a program wrote into the head of a draft.
    static let headers = Migration("2026-11-27 headers", sql: "ALTER TABLE draft ADD COLUMN headers TEXT")
}

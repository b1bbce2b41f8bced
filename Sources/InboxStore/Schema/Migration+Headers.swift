extension Migration {
    /// Other header fields that a program wrote into a draft.
    static let headers = Migration("2026-11-27 headers", sql: "ALTER TABLE draft ADD COLUMN headers TEXT")
}

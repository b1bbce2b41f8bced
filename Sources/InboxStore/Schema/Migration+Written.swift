extension Migration {
    /// The date on which a message says that it was written, in seconds since 1970.
    static let written = Migration("2026-11-27 written", sql: "ALTER TABLE body ADD COLUMN writtenAt INTEGER")
}

extension Migration {
    /// When a file was put on a draft, in seconds since 1970: those that no draft took are let go after a while.
    static let files = Migration(
        "2026-11-22 files", sql: "ALTER TABLE draftFile ADD COLUMN attachedAt INTEGER NOT NULL DEFAULT 0")
}

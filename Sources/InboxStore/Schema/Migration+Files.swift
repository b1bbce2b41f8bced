extension Migration {
    /// When a file was attached to a draft, in seconds since 1970. Files that no draft refers to are deleted after a while.
    static let files = Migration(
        "2026-11-22 files", sql: "ALTER TABLE draftFile ADD COLUMN attachedAt INTEGER NOT NULL DEFAULT 0")
}

extension Migration {
    /// What was typed among the recipients of a draft and is not an address yet, as JSON.
    static let unfinished = Migration(
        "2026-11-26 unfinished recipients", sql: "ALTER TABLE draft ADD COLUMN unfinished TEXT;")
}

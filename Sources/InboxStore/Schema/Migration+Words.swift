extension Migration {
    /// Memory for all words of a page of a first sync, 4 MiB at most. With the index's default of 1 MiB they are written
    /// to the file in two or three parts, which must be merged later.
    static let words = Migration(
        "2026-11-24 words of a page", sql: "INSERT INTO messageText (messageText, rank) VALUES ('hashsize', 4194304)")
}

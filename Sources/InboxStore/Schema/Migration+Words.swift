extension Migration {
    /// The words of a page of a first sync are gathered in memory whole, 4 MiB at most: in the 1 MiB that the index takes by
    /// itself they are written to the file in two or three parts, which have to be put together later.
    static let words = Migration(
        "2026-11-24 words of a page", sql: "INSERT INTO messageText (messageText, rank) VALUES ('hashsize', 4194304)")
}

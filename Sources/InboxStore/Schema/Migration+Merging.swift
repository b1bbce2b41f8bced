extension Migration {
    /// A commit never merges parts of the full-text index, unless nobody else does; `mergeWords` does it in small steps. Ten
    /// thousand new messages waited for it for a sixth of a second.
    static let merging = Migration(
        "2026-11-29 merging", sql: "INSERT INTO messageText (messageText, rank) VALUES ('automerge', 0)")
}

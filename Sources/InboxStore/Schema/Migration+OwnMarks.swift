extension Migration {
    /// What queued actions did to the client's own marks, which base has at once: a snooze that a move ended is given back
    /// with the move.
    static let ownMarks = Migration(
        "2026-11-29 own marks",
        sql: "ALTER TABLE actionEdit ADD COLUMN own TEXT NOT NULL DEFAULT ''; -- Empty: nothing.")
}

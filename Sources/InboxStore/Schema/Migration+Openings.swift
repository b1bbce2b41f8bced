extension Migration {
    /// The date of a thread's newest message when the thread was left. Later messages are marked in it.
    static let openings = Migration(
        "2026-11-25 openings",
        sql: """
            CREATE TABLE opening (
                thread INTEGER PRIMARY KEY REFERENCES thread ON DELETE CASCADE,
                newest INTEGER NOT NULL
            );
            """)
}

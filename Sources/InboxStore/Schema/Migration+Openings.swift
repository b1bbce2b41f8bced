extension Migration {
    /// How new the newest message of a thread was when that was left: what came since is marked in it.
    static let openings = Migration(
        "2026-11-25 openings",
        sql: """
            CREATE TABLE opening (
                thread INTEGER PRIMARY KEY REFERENCES thread ON DELETE CASCADE,
                newest INTEGER NOT NULL
            );
            """)
}

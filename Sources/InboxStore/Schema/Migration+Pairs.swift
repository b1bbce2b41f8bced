extension Migration {
    /// Lists of threads with a message in two mailboxes.
    static let pairs = Migration(
        "2026-11-28 pairs", rebuilds: .selected("SELECT DISTINCT thread FROM message WHERE mailboxes LIKE '% %'"),
        // Writing merges parts of the full-text index seldom, because a first sync would write most of its words three times.
        // `mergeWords` does it later.
        sql: """
            INSERT INTO messageText (messageText, rank) VALUES ('automerge', 32);
            INSERT INTO messageText (messageText, rank) VALUES ('crisismerge', 128);
            INSERT INTO messageText (messageText, rank) VALUES ('usermerge', 8);
            """)
}

extension Migration {
    /// Lists of messages are read in the order of their ids, which hold the date. The few whose date changed since (drafts that
    /// were written on, mail that a server dates anew) are found here and put where they belong.
    static let redated = Migration(
        "2026-11-25 redated",
        sql: "CREATE INDEX messageRedated ON message (receivedAt, id) WHERE receivedAt != id >> 20")
}

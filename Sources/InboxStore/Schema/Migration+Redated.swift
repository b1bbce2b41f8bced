extension Migration {
    /// Lists of messages are read in the order of their ids, which contain the date. This index finds the few whose date
    /// changed since (drafts that were edited, mail that a server dates anew), so that they can be put in their place.
    static let redated = Migration(
        "2026-11-25 redated",
        sql: "CREATE INDEX messageRedated ON message (receivedAt, id) WHERE receivedAt != id >> 20")
}

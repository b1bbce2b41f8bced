import GRDB

/// The mail already imported from a source, so that another import adds only new mail. The record is permanent: mail that was
/// destroyed since does not come back with the next start.
///
/// Each known message accounts for one message only: a source with two equal messages yields two.
struct KnownMail {
    /// How many occurrences of each digest have not been met again yet.
    private var counts: [String: Int]

    init(_ database: MailDatabase, account: Int64, source: String) async throws {
        counts = try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT digest, count FROM origin WHERE accountID = ? AND source = ?",
                arguments: [account, source])
            // File names that differ in their bytes only, as “é” can be written in two ways, are one text in Swift.
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: +)
        }
    }

    /// Whether the message was there before; uses up one occurrence.
    mutating func takes(_ mail: IncomingMail) -> Bool {
        if takes(mail.digest) { return true }
        guard let older = mail.olderDigest, !counts.isEmpty else { return false }
        return takes(older())
    }

    private mutating func takes(_ digest: String) -> Bool {
        guard let count = counts[digest], count > 0 else { return false }
        counts[digest] = count - 1
        return true
    }

    /// Records that the message was read from the source.
    static func remember(_ mail: IncomingMail, source: String, account: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO origin (accountID, source, digest, count) VALUES (?, ?, ?, 1)
                ON CONFLICT (accountID, source, digest) DO UPDATE SET count = count + 1
                """
        ).execute(arguments: [account, source, mail.digest])
    }
}

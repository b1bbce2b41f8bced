import Foundation
import GRDB

/// What has been read from a source before, so that reading it again adds only what is new.
///
/// Each known message stands for one only: a source that holds two equal ones gives two.
struct KnownMail {
    private var messages: [String: [Int64]]

    init(_ database: MailDatabase, account: Int64, source: String) async throws {
        messages = try await database.read { db in
            var messages: [String: [Int64]] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT digest, messageID FROM origin WHERE accountID = ? AND source = ? ORDER BY messageID DESC",
                arguments: [account, source])
            while let row = try rows.next() { messages[row[0], default: []].append(row[1]) }
            return messages
        }
    }

    /// Whether the message is there already.
    ///
    /// - Parameter database: where the bytes are compared; nil when the digest alone decides, as a Maildir's file name does.
    mutating func takes(_ mail: IncomingMail, comparingIn database: MailDatabase?) async throws -> Bool {
        guard let candidates = messages[mail.digest], !candidates.isEmpty else { return false }
        for (index, candidate) in candidates.enumerated().reversed() {
            if let database, let raw = mail.message.raw {
                let stored = try await database.read { db in
                    try Data.fetchOne(
                        db, sql: "SELECT raw FROM messageContent WHERE messageID = ?", arguments: [candidate])
                }
                guard let stored, MailDigest.isSame(Array(stored), raw) else { continue }
            }
            messages[mail.digest]?.remove(at: index)
            return true
        }
        return false
    }
}

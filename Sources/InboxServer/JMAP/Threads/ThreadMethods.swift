import GRDB

/// Thread/get and Thread/changes (RFC 8621 §3).
enum ThreadMethods {
    static let all: [String: MethodRunner.Method] = [
        "Thread/get": get, "Thread/changes": ChangesRequest.method(.thread),
    ]

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(call, properties: ["id", "emailIds"])
        return try await call.database.read { db in
            try request.outcome(call, .thread, in: db) {
                try String.fetchAll(
                    db, sql: "SELECT publicID FROM thread WHERE accountID = ? LIMIT ?",
                    arguments: [call.account.id, call.host.limits.objectsInGet + 1])
            } object: { id in
                let emails = try emailIDs(ofThread: id, account: call.account, in: db)
                guard !emails.isEmpty else { return nil }
                return JSONValue.object([JSONMember("emailIds", .texts(emails)), JSONMember("id", .text(id))])
                    .only(request.properties)
            }
        }
    }

    /// Returns the email ids, oldest first (RFC 8621 §3), drafts included.
    static func emailIDs(ofThread id: String, account: ServedAccount, in db: Database) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(EmailRow.id) FROM message JOIN thread ON thread.id = message.threadID
                WHERE thread.publicID = ? AND thread.accountID = ? ORDER BY message.date, message.id
                """)
        return try String.fetchAll(statement, arguments: [id, account.id])
    }
}

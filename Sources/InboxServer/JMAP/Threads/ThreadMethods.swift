import GRDB

/// Thread/get and Thread/changes (RFC 8621 §3).
enum ThreadMethods {
    static let all: [String: MethodRunner.Method] = ["Thread/get": get, "Thread/changes": changes]

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(call, properties: ["id", "emailIds"])
        return try await call.database.read { db in
            let ids = try request.ids ?? allIDs(call, db)
            var list: [JSONValue] = []
            var notFound: [String] = []
            for id in ids {
                let emails = try emailIDs(ofThread: id, account: call.account, in: db)
                if emails.isEmpty {
                    notFound.append(id)
                } else {
                    let thread = JSONValue.object([
                        JSONMember("emailIds", .texts(emails)), JSONMember("id", .text(id)),
                    ])
                    list.append(thread.only(request.properties))
                }
            }
            let state = try StateString.of(.thread, call.account, in: db)
            return GetRequest.outcome(call, state: state, list: list, notFound: notFound)
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

    private static func allIDs(_ call: MethodCall, _ db: Database) throws -> [String] {
        let limit = call.host.limits.objectsInGet
        let ids = try String.fetchAll(
            db, sql: "SELECT publicID FROM thread WHERE accountID = ? LIMIT ?",
            arguments: [call.account.id, limit + 1])
        guard ids.count <= limit else { throw MethodError.plain("requestTooLarge") }
        return ids
    }

    private static func changes(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try ChangesRequest(call)
        return try await call.database.read { db in
            let start = try request.start(call, db)
            let end = try request.end(.thread, after: start, call, db)
            let changes = try ChangedIDs(
                db, type: .thread, after: start, upTo: end, limit: request.limit, account: call.account
            ) { $0.publicID }
            return request.outcome(call, changes, end: end)
        }
    }
}

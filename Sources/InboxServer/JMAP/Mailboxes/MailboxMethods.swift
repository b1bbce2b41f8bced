import GRDB

/// The Mailbox/… methods except Mailbox/set (RFC 8621 §2).
enum MailboxMethods {
    static let all: [String: MethodRunner.Method] = [
        "Mailbox/get": get, "Mailbox/changes": MailboxChanges.run, "Mailbox/query": query,
        "Mailbox/queryChanges": queryChanges,
        "Mailbox/set": MailboxSet.run,
    ]

    /// In bytes, of a mailbox's own name; the Inbox API allows as many characters for the whole name.
    static let longestName = 191
    /// A Maildir is searched as deep.
    static let deepest = 15

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(call, properties: MailboxObjects.properties)
        return try await call.database.read { db in
            let objects = try MailboxObjects(
                db, account: call.account, oddities: call.host.oddities,
                isCounting: !request.properties.isDisjoint(with: MailboxObjects.counted))
            return try request.outcome(call, .mailbox, in: db) {
                objects.list.all.map(\.publicID)
            } object: { id in
                objects.list.withPublicID(id).map { objects.json($0).only(request.properties) }
            }
        }
    }

    private static func query(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(QueryWindow.names.union(["sortAsTree", "filterAsTree"]))
        let window = try QueryWindow(call.arguments)
        return try await call.database.read { db in
            let ids = try MailboxQuery(call, db).ids
            let state = try StateString.of(.mailbox, call.account, in: db)
            return try window.outcome(call, ids: ids, state: state, canCalculateChanges: false)
        }
    }

    /// Not supported: names affect the order, and with so few mailboxes a new query is simpler for everyone.
    private static func queryChanges(_ call: MethodCall) async throws -> MethodOutcome {
        throw MethodError.plain("cannotCalculateChanges")
    }
}

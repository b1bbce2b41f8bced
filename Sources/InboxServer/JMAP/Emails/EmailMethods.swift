import GRDB

/// Email/… and SearchSnippet/get (RFC 8621 §4 and §5).
enum EmailMethods {
    static let all: [String: MethodRunner.Method] = [
        "Email/get": get, "Email/changes": ChangesRequest.method(.email, idOf: id), "Email/query": query,
        "Email/queryChanges": queryChanges,
        "Email/set": EmailSet.run, "Email/import": EmailSet.importEmails,
        "Email/copy": EmailCopy.run, "Email/parse": EmailParse.run, "SearchSnippet/get": SearchSnippets.get,
    ]

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(
            call, default: EmailProperties.defaults, more: BodyWishes.names, isKnown: EmailProperties.isKnown)
        let bodies = try BodyWishes(call.arguments)
        return try await call.database.read { db in
            let objects = try EmailObjects(db, account: call.account, properties: request.properties, bodies: bodies)
            return try request.outcome(call, .email, in: db) {
                try allIDs(call, db)
            } object: { id in
                try EmailRow.fetch(db, id: id, account: call.account).map(objects.json)
            }
        }
    }

    private static func allIDs(_ call: MethodCall, _ db: Database) throws -> [String] {
        let limit = call.host.limits.objectsInGet
        let list = try EmailList(
            db, filter: "TRUE", sort: "message.id", collapsing: false, limit: limit, account: call.account)
        guard list.isWhole else { throw MethodError.plain("requestTooLarge") }
        return list.ids
    }

    /// Message ids of the Inbox API become email ids; deleted messages keep their own.
    private static func id(of entry: DeltaLog.Entry, _ db: Database) throws -> String {
        guard entry.object != .email else { return entry.publicID }
        return try EmailRow.emailID(ofMessage: entry.publicID, in: db) ?? entry.publicID
    }

    private static func query(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(QueryWindow.names.union(["collapseThreads"]))
        let window = try QueryWindow(call.arguments)
        if window.anchor != nil, call.host.oddities.shows(.anchorsGone) { throw MethodError.plain("anchorNotFound") }
        return try await call.database.read { db in
            let state = try StateString.of(.email, call.account, in: db)
            return try window.outcome(
                call, ids: ids(call, db, reach: window.reach), state: state,
                canCalculateChanges: !call.host.oddities.shows(.noQueryChanges))
        }
    }

    /// Returns the result as far as it is needed. Beyond its beginning, the whole result is cached for later windows.
    private static func ids(_ call: MethodCall, _ db: Database, reach: Int?) throws -> [String] {
        let key = QueryCache.key(call, state: try DeltaLog.latest(account: call.account.id, in: db))
        if let known = call.host.queries.ids(key) { return known }
        let isStart = reach.map { $0 <= 2 * QueryWindow.usual } ?? false
        let list = try list(call, db, limit: isStart ? reach : nil)
        if list.isWhole { call.host.queries.keep(list.ids, as: key) }
        return list.ids
    }

    private static func list(_ call: MethodCall, _ db: Database, limit: Int?) throws -> EmailList {
        let mailboxes = try MailboxList(db, account: call.account.id)
        return try EmailList(
            db, filter: EmailFilter(account: call.account, mailboxes: mailboxes).sql(call.arguments["filter"]),
            sort: EmailSort(call.arguments.sort(), mailboxes: mailboxes).sql,
            collapsing: call.arguments.bool("collapseThreads") ?? false, limit: limit, account: call.account)
    }

    /// Whether an email is in a result depends on the email and, with collapsed threads or thread conditions, on its thread.
    /// So all emails of changed threads are reported as removed and, if they are still in the result, as added again.
    private static func queryChanges(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(QueryChangesRequest.names.union(["collapseThreads"]))
        let request = try QueryChangesRequest(call)
        return try await call.database.read { db in
            let start = try StateString.number(of: request.since, call.account, in: db)
            let emails = try ChangedIDs(db, type: .email, after: start, limit: nil, account: call.account) {
                try id(of: $0, db)
            }
            var removed = emails.all
            let threads = try ChangedIDs(db, type: .thread, after: start, limit: nil, account: call.account) {
                $0.publicID
            }
            let touched = try threads.all + threadIDs(of: removed, call, db)
            for thread in touched {
                removed += try ThreadMethods.emailIDs(ofThread: thread, account: call.account, in: db)
            }
            var seen: Set<String> = []
            removed = removed.filter { seen.insert($0).inserted }
            let state = try StateString.of(.email, call.account, in: db)
            let now = removed.isEmpty && !request.wantsTotal ? [] : try list(call, db, limit: nil).ids
            return try request.outcome(call, removed: removed, now: now, state: state)
        }
    }

    private static func threadIDs(of emails: [String], _ call: MethodCall, _ db: Database) throws -> [String] {
        try emails.compactMap { try EmailRow.fetch(db, id: $0, account: call.account)?.threadID }
    }
}

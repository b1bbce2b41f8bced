import GRDB
import HTTPTypes

/// `/threads`
enum ThreadRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.count, call.request.method) {
        case (0, .get): return try await list(call)
        case (1, .get) where path[0] == "search": return try await SearchRoutes.threads(call)
        case (2, .get) where path == ["search", "streaming"]:
            return try await SearchRoutes.threads(call, isStream: true)
        case (1, .get): return try await one(call, id: path[0])
        case (1, .put), (1, .patch): return try await change(call, id: path[0])
        case (1, .delete): throw APIError.notImplemented("Deleting threads")
        case (0, _), (1, _): throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    private static func list(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(ThreadFilter.names.union(call.dialect.moreFilters))
        let page = try Page(call.query)
        return .json(
            try await call.database.read { db in
                let reader = try call.reader(db)
                var filter = try ThreadFilter(call.query, account: call.account, mailboxes: reader.mailboxes)
                if call.dialect == .fifteen, let tag = try TagFilter(call.query, reader) { filter.narrow(to: tag) }
                return try ListAnswer.threads(filter).answer(db, page: page) {
                    try reader.json(ThreadRow(row: $0), isExpanded: page.view == .expanded)
                }
            })
    }

    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        try call.query.allowOnly(Page.names)
        let page = try Page(call.query)
        return .json(
            try await call.database.read { db in
                let thread = try call.thread(id, db)
                return try call.reader(db).json(thread, isExpanded: page.view == .expanded)
            })
    }

    private static func change(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let body = try call.request.jsonObject()
        return .json(
            try await call.database.write { transaction in
                let db = transaction.db
                let thread = try call.thread(id, db)
                let mailboxes = try MailboxList(db, account: call.account.id)
                let change = try MarkChange(body, isStrict: true, account: call.account, mailboxes: mailboxes)
                try transaction.changeMarks(ofThread: thread.id, account: call.account, mailboxes: mailboxes) {
                    try change.applied(to: $0, isThread: true, account: call.account, mailboxes: mailboxes)
                }
                return try json(ofThread: id, call, in: transaction)
            })
    }

    /// Returns a thread as of the end of this transaction.
    static func json(ofThread id: String, _ call: APICall, in transaction: MailTransaction) throws -> JSONValue {
        try transaction.refreshTouchedThreads()
        return try call.reader(transaction.db).json(call.thread(id, transaction.db))
    }
}

extension APICall {
    /// Returns the thread that a path names.
    func thread(_ id: String, _ db: Database) throws -> ThreadRow {
        guard let thread = try ThreadRow.fetch(db, publicID: id, account: account.id) else {
            throw APIError.notFound("thread \(id)")
        }
        return thread
    }
}

extension ListAnswer {
    static func threads(_ filter: ThreadFilter) -> ListAnswer {
        ListAnswer(
            table: "thread", columns: ThreadRow.columns, order: "thread.lastDate DESC, thread.id DESC",
            count: filter.keptCount, rows: { filter.sql(selecting: $0, isOrdered: $1) })
    }
}

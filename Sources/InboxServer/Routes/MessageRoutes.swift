import Foundation
import GRDB
import HTTPTypes

/// `/messages`
enum MessageRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.count, call.request.method) {
        case (0, .get): return try await list(call, areDrafts: false)
        case (1, .get) where path[0] == "search": return try await SearchRoutes.messages(call)
        case (2, .get) where path == ["search", "streaming"]:
            return try await SearchRoutes.messages(call, isStream: true)
        case (1, .get) where call.wantsRaw: return try await raw(call, id: path[0])
        case (1, .get): return try await one(call, id: path[0])
        case (1, .put), (1, .patch): return try await change(call, id: path[0])
        case (0, _), (1, _): throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    /// Answers the list of messages, or of drafts, which has the same filters except `from`.
    static func list(_ call: APICall, areDrafts: Bool) async throws -> APIResponse {
        let names = MessageFilter.names.union(call.dialect.moreFilters)
        try call.query.allowOnly(areDrafts ? names.subtracting(["from"]) : names)
        let page = try Page(call.query)
        return .json(
            try await call.database.read { db in
                let reader = try call.reader(db)
                var filter = try MessageFilter(
                    call.query, account: call.account, areDrafts: areDrafts, mailboxes: reader.mailboxes)
                if call.dialect == .fifteen, let tag = try TagFilter(call.query, reader) { filter.narrow(to: tag) }
                return try ListAnswer.messages(filter).answer(db, page: page) {
                    try reader.json(MessageRow(row: $0), withHeaders: page.view == .expanded)
                }
            })
    }

    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        try call.query.allowOnly(Page.names)
        let page = try Page(call.query)
        return .json(
            try await call.database.read { db in
                let message = try call.message(id, db)
                return try call.reader(db).json(message, withHeaders: page.view == .expanded)
            })
    }

    private static func raw(_ call: APICall, id: String) async throws -> APIResponse {
        APIResponse(contentType: "message/rfc822", body: .bytes(try await bytes(call, id: id)))
    }

    /// Returns the original message.
    static func bytes(_ call: APICall, id: String) async throws -> [UInt8] {
        let id = try call.id(id)
        let raw = try await call.database.read { db in
            try Data.fetchOne(
                db,
                sql: """
                    SELECT raw FROM message JOIN messageContent ON messageID = message.id
                    WHERE publicID = ? AND accountID = ? AND isDraft = 0 AND raw IS NOT NULL
                    """, arguments: [id, call.account.id])
        }
        guard let raw else { throw APIError.notFound("message \(id)") }
        return Array(raw)
    }

    private static func change(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let body = try call.request.jsonObject()
        return .json(
            try await call.database.write { transaction in
                let db = transaction.db
                let message = try call.message(id, db)
                let mailboxes = try MailboxList(db, account: call.account.id)
                let change = try MarkChange(body, isStrict: false, account: call.account, mailboxes: mailboxes)
                try transaction.changeMarks(
                    ofThread: message.threadID, message: message.id, account: call.account, mailboxes: mailboxes
                ) {
                    try change.applied(to: $0, isThread: false, account: call.account, mailboxes: mailboxes)
                }
                return try json(ofMessage: id, call, in: transaction)
            })
    }

    /// Returns a message as of the end of this transaction.
    static func json(ofMessage id: String, _ call: APICall, in transaction: MailTransaction) throws -> JSONValue {
        try transaction.refreshTouchedThreads()
        guard let row = try MessageRow.fetch(transaction.db, publicID: id, account: call.account.id) else {
            throw APIError.notFound("message \(id)")
        }
        return try call.reader(transaction.db).json(row)
    }
}

extension ListAnswer {
    static func messages(_ filter: MessageFilter) -> ListAnswer {
        ListAnswer(
            table: "message", columns: MessageRow.columns(withBody: true), joins: MessageRow.joins(withBody: true),
            order: "message.date DESC, message.id DESC", count: filter.keptCount,
            rows: { filter.sql(selecting: $0, isOrdered: $1) })
    }
}

extension APICall {
    /// Returns the message that a path names; drafts are not found.
    func message(_ id: String, _ db: Database) throws -> MessageRow {
        guard let message = try MessageRow.fetch(db, publicID: id, account: account.id), !message.isDraft else {
            throw APIError.notFound("message \(id)")
        }
        return message
    }

    /// Whether the client requests the original message rather than the API's form.
    fileprivate var wantsRaw: Bool {
        request.headers[values: .accept].contains { $0.lowercased().contains("message/rfc822") }
    }
}

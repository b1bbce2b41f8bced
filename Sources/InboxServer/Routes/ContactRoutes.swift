import GRDB
import HTTPTypes

/// `/contacts`: gathered from the mail, never written by clients.
enum ContactRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        guard path.count <= 1 else { throw call.unknownPath }
        guard call.request.method == .get else { throw call.wrongMethod }
        switch path.first {
        case nil: return try await list(call)
        case "search": return try await search(call)
        case "rankings": return try await rankings(call)
        case let id?: return try await one(call, id: id)
        }
    }

    private static func list(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(Page.names.union(["filter"]))
        let condition: SQL = try call.query.text("filter").map { "contact.email = \($0)" } ?? "TRUE"
        return try await answer(call, where: condition)
    }

    private static func search(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(Page.names.union(["q"]))
        guard let text = try call.query.text("q"), !text.isEmpty else {
            throw APIError.invalid("You must specify a search query")
        }
        return try await answer(
            call, where: "(instr(lower(contact.name), lower(\(text))) OR instr(lower(contact.email), lower(\(text))))")
    }

    private static func answer(_ call: APICall, where condition: SQL) async throws -> APIResponse {
        let page = try Page(call.query, isStrict: false)
        return .json(
            try await call.database.read { db in
                let list = ListAnswer(
                    table: "contact", columns: ContactRow.columns, order: "contact.id",
                    rows: { columns, isOrdered in
                        SQL(sql: "SELECT \(columns) FROM contact")
                            + " WHERE contact.accountID = \(call.account.id) AND \(condition)"
                            + (isOrdered ? " ORDER BY contact.id" : "")
                    })
                return try list.answer(db, page: page) { ContactRow(row: $0).json(account: call.account) }
            })
    }

    private static func rankings(_ call: APICall) async throws -> APIResponse {
        .json(
            try await call.database.read { db in
                let rows = try Row.fetchAll(
                    db, sql: "SELECT email, score FROM contact WHERE accountID = ? ORDER BY score DESC, id",
                    arguments: [call.account.id])
                return .array(rows.map { .array([.text($0[0]), .integer($0[1] as Int64)]) })
            })
    }

    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        guard let contact = try await call.database.read({ try MailReader($0, account: call.account).contact(id) })
        else {
            throw APIError.notFound("contact \(id)")
        }
        return .json(contact)
    }
}

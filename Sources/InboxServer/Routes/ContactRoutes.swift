import GRDB
import HTTPTypes

/// `/contacts`: collected from the mail; clients cannot change them.
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
        guard let filter = try call.query.text("filter") else { return try await answer(call, where: "TRUE") }
        return try await answer(
            call, where: call.dialect == .fifteen ? isPart(filter) : "contact.email = \(filter)")
    }

    /// Returns the condition that name or address contain the text.
    private static func isPart(_ text: String) -> SQL {
        "(instr(lower(contact.name), lower(\(text))) OR instr(lower(contact.email), lower(\(text))))"
    }

    private static func search(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(Page.names.union(["q"]))
        guard let text = try call.query.text("q"), !text.isEmpty else {
            throw APIError.invalid("You must specify a search query")
        }
        return try await answer(call, where: isPart(text))
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
                let reader = try call.reader(db)
                return try list.answer(db, page: page) { reader.json(ContactRow(row: $0)) }
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
        guard let contact = try await call.database.read({ try call.reader($0).contact(id) })
        else {
            throw APIError.notFound("contact \(id)")
        }
        return .json(contact)
    }
}

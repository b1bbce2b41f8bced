import GRDB
import HTTPTypes

/// A request of a signed-in account, with the objects needed to answer it.
struct APICall: Sendable {
    let request: APIRequest
    let account: ServedAccount
    var dialect = Dialect.sixteen
    let database: MailDatabase
    let sender: MailSender
    let waiting: WaitingRoom

    var query: QueryParameters { request.query }

    /// Returns a reader that builds objects in the caller's dialect.
    func reader(_ db: Database) throws -> MailReader {
        try MailReader(db, account: account, dialect: dialect)
    }

    /// Answers if the path and the method are right; otherwise throws 404 or 405.
    func only(_ method: HTTPRequest.Method, _ isPathRight: Bool, _ answer: () throws -> APIResponse) throws
        -> APIResponse
    {
        guard isPathRight else { throw unknownPath }
        guard request.method == method else { throw APIError.notAvailable(request.method.rawValue) }
        return try answer()
    }

    var unknownPath: APIError { .notFound("/" + request.path.joined(separator: "/")) }

    var wrongMethod: APIError { .notAvailable(request.method.rawValue) }

    /// Checks an id in the path.
    func id(_ text: String) throws -> String {
        guard PublicID.isPlausible(text) else { throw APIError.invalid("Invalid id \(text)") }
        return text
    }
}

extension ServedAccount {
    var json: JSONValue {
        .object([
            JSONMember("account_id", .text(publicID)),
            JSONMember("email_address", .text(email)),
            JSONMember("id", .text(publicID)),
            JSONMember("name", .text(name)),
            JSONMember("object", .text("account")),
            JSONMember("organization_unit", .text(hasLabels ? "label" : "folder")),
            JSONMember("provider", .text("custom")),
            JSONMember("sync_state", .text("running")),
        ])
    }
}

import GRDB
import HTTPTypes

/// The API's endpoints by path. A path works with or without a final slash.
struct APIRoutes: Sendable {
    let database: MailDatabase
    let directory: AccountDirectory
    let sender: MailSender
    let waiting: WaitingRoom
    let jmap: JMAPHost

    /// Whether an authorized request changes mail, and can therefore be affected by a fault.
    func isWrite(_ request: APIRequest) -> Bool {
        if JMAPRoutes.isJMAP(request.path) {
            return JMAPRoutes.isWrite(request) && directory.account(for: request.headers) != nil
        }
        let path = request.path.first == "n" ? request.path.dropFirst(2) : request.path[...]
        return [.post, .put, .patch, .delete].contains(request.method) && path.first != "delta" && path.last != "search"
            && directory.account(for: request.headers, path: request.path) != nil
    }

    func answer(_ request: APIRequest) async throws -> APIResponse {
        let path = request.path
        switch path.first {
        case nil:
            guard request.method == .get else { throw APIError.notAvailable(request.method.rawValue) }
            return .plain(200, "This is a mail server for programs: the Inbox API stands below this address.\n")
        case "logout": return Self.signInNeeded
        case "accounts": return try accounts(request, json: \.json)
        default: break
        }
        do {
            if JMAPRoutes.isJMAP(path) { return try await JMAPRoutes.answer(request, jmap) }
            if path.first == "n" { return try await Dialect15Routes.answer(request, self) }
            guard let account = directory.account(for: request.headers) else { return Self.signInNeeded }
            return try await Self.answer(call(request, account: account, dialect: .sixteen), path: path)
        } catch let error as DatabaseError {
            throw error.apiError
        }
    }

    func call(_ request: APIRequest, account: ServedAccount, dialect: Dialect) -> APICall {
        APICall(
            request: request, account: account, dialect: dialect, database: database, sender: sender, waiting: waiting)
    }

    /// `GET /accounts`, formerly `GET /n/`: the accounts visible to the caller.
    func accounts(_ request: APIRequest, json: (ServedAccount) -> JSONValue) throws -> APIResponse {
        guard request.path.count == 1 else { throw APIError.notFound("/" + request.path.joined(separator: "/")) }
        guard request.method == .get else { throw APIError.notAvailable(request.method.rawValue) }
        let own = directory.account(for: request.headers)
        guard own != nil || directory.trustsLoopback else { return Self.signInNeeded }
        try request.query.allowOnly(["email_address", "limit", "offset", "view"])
        let page = try Page(request.query)
        let email = try request.query.text("email_address")
        let visible = directory.trustsLoopback ? directory.accounts : own.map { [$0] } ?? []
        let found = visible.filter { email == nil || $0.email == email }
        return .json(page.answer(found, id: \.publicID, json: json))
    }

    /// Answers the requests that both dialects share.
    static func answer(_ call: APICall, path: [String]) async throws -> APIResponse {
        let rest = Array(path.dropFirst())
        switch path.first {
        case "account": return try call.only(.get, rest.isEmpty) { .json(call.account.json) }
        case "threads": return try await ThreadRoutes.answer(call, rest)
        case "messages": return try await MessageRoutes.answer(call, rest)
        case "drafts": return try await DraftRoutes.answer(call, rest)
        case "send": return try await SendRoutes.answer(call, rest)
        case "send-multiple", "send-rsvp": throw APIError.notImplemented(path[0])
        case "files": return try await FileRoutes.answer(call, rest)
        case "folders", "labels": return try await MailboxRoutes.answer(call, kind: path[0], rest)
        case "contacts": return try await ContactRoutes.answer(call, rest)
        case "groups" where rest == ["intrinsic"]: return try call.only(.get, true) { .json(.array([])) }
        case "calendars", "events": return try CalendarRoutes.answer(call, kind: path[0], rest)
        case "delta": return try await DeltaRoutes.answer(call, rest)
        case "inbox": return try await FeedRoutes.answer(call, rest)
        default: throw APIError.notFound("/" + path.joined(separator: "/"))
        }
    }

    /// In plain text, as the original server answered.
    static var signInNeeded: APIResponse {
        var response = APIResponse.plain(
            401, "Sign in with your token: as the user name of Basic authentication, or as Bearer.\n")
        response.headers = [("WWW-Authenticate", "Basic realm=\"Inbox API\"")]
        return response
    }
}

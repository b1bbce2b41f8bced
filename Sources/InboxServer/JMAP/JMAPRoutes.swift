import Foundation
import HTTPTypes
import MailContent

/// `/jmap/…` and `/.well-known/jmap`: the JMAP endpoints (RFC 8620).
enum JMAPRoutes {
    static func isJMAP(_ path: [String]) -> Bool { path.first == "jmap" || path == [".well-known", "jmap"] }

    /// Whether a request may change mail.
    static func isWrite(_ request: APIRequest) -> Bool {
        guard request.method == .post else { return false }
        if request.path.dropFirst().first == "upload" { return true }
        guard let calls = JSONValue(reading: request.body)?["methodCalls"]?.arrayValue else { return false }
        return calls.contains { call in
            let name = call.arrayValue?.first?.textValue ?? ""
            return ["/set", "/import", "/copy"].contains { name.hasSuffix($0) }
        }
    }

    static func answer(_ request: APIRequest, _ host: JMAPHost) async throws -> APIResponse {
        if let redirect = redirect(request, host) { return redirect }
        guard let account = host.directory.account(for: request.headers) else { return signInNeeded }
        switch (request.path.dropFirst().first, request.method) {
        case ("session", .get) where request.path.count == 2:
            let session = JMAPSession(account: account, host: host, base: base(request))
            return json(session.json)
        case ("api", .post) where request.path.count == 2: return try await api(request, account, host)
        case ("upload", .post): return try await BlobRoutes.upload(request, account, host)
        case ("download", .get): return try await BlobRoutes.download(request, account, host)
        case ("eventsource", .get): return try await EventSource.answer(request, account, host)
        case ("session", _), ("api", _), ("upload", _), ("download", _), ("eventsource", _):
            throw APIError.notAvailable(request.method.rawValue)
        default: throw APIError.notFound("/" + request.path.joined(separator: "/"))
        }
    }

    static func json(_ value: JSONValue, status: Int = 200) -> APIResponse {
        APIResponse(status: status, contentType: "application/json", body: .bytes(value.bytes(isCompact: true)))
    }

    /// Redirects `/.well-known/jmap` to the session (RFC 8620 §2.2); an odd server takes several steps.
    private static func redirect(_ request: APIRequest, _ host: JMAPHost) -> APIResponse? {
        let step: Int
        if request.path == [".well-known", "jmap"] {
            if host.oddities.shows(.foreignRedirect) {
                return moved(to: JMAPSession.elsewhere(base(request)) + session)
            }
            step = host.oddities.shows(.manyRedirects) ? 5 : host.oddities.shows(.fiveRedirects) ? 4 : 0
        } else if request.path.count == 3, request.path[1] == "redirect", let left = Int(request.path[2]) {
            step = left
        } else {
            return nil
        }
        return moved(to: step > 0 ? "/jmap/redirect/\(step - 1)" : session)
    }

    private static let session = "/jmap/session"

    private static func moved(to place: String) -> APIResponse {
        var response = APIResponse.plain(302, "The session is elsewhere.\n")
        response.headers = [("Location", place)]
        return response
    }

    private static var signInNeeded: APIResponse {
        var response = APIResponse.plain(401, "Sign in with your token: as Bearer, or as the password of Basic.\n")
        response.headers = [("WWW-Authenticate", "Bearer realm=\"JMAP\", Basic realm=\"JMAP\"")]
        return response
    }

    /// Returns the base URL that the client used; the request guard has checked that it is one of ours.
    private static func base(_ request: APIRequest) -> String { "http://" + request.authority }

    private static func api(_ request: APIRequest, _ account: ServedAccount, _ host: JMAPHost) async throws
        -> APIResponse
    {
        if host.oddities.shows(.slow) { try await host.clock.sleep(for: .milliseconds(500)) }
        if let odd = oddStatus(host) { return odd }
        do {
            guard request.body.count <= host.limits.sizeRequest else {
                throw RequestProblem(kind: .limit, detail: "The request is too large.", limit: "maxSizeRequest")
            }
            try await OddEvents.happen(to: account, host)
            let answer = try await MethodRunner(host: host, account: account).answer(JMAPRequest(request.body))
            let bytes = answer.bytes(isCompact: true)
            if host.oddities.shows(.endless) { return endless(bytes) }
            if host.oddities.shows(.cut) { return cut(bytes) }
            return APIResponse(contentType: "application/json", body: .bytes(bytes))
        } catch let problem as RequestProblem {
            return problem.response
        }
    }

    private static func oddStatus(_ host: JMAPHost) -> APIResponse? {
        func plain(_ status: Int, retryAfter: String? = nil) -> APIResponse {
            var response = APIResponse.plain(status, "Refused, as this server was told to.\n")
            response.headers = retryAfter.map { [("Retry-After", $0)] } ?? []
            return response
        }
        let oddities = host.oddities
        if oddities.shows(.unauthorized) { return signInNeeded }
        if oddities.shows(.forbidden) { return plain(403) }
        if oddities.shows(.missing) { return plain(404) }
        if oddities.shows(.tooLarge) { return plain(413) }
        if oddities.shows(.rateLimited) { return plain(429, retryAfter: "2") }
        if oddities.shows(.unavailable) {
            let time = HeaderDate.text(Date().addingTimeInterval(2)).replacing("+0000", with: "GMT")
            return plain(503, retryAfter: time)
        }
        return oddities.shows(.broken) ? plain(503) : nil
    }
}

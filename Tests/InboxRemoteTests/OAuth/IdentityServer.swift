import Foundation
import MailContent
import Synchronization

@testable import InboxRemote

/// An authorization server and the mail server that it protects, on one port of this machine. It issues codes,
/// tokens that expire, and refresh tokens that can be used once.
final class IdentityServer: Sendable {
    struct State {
        /// The challenge and redirect of each code.
        var codes: [String: (challenge: String, redirect: String)] = [:]
        var access: Set<String> = []
        var refresh: Set<String> = []
        var next = 0
        /// The lifetime of new tokens in seconds.
        var lifetime: Int? = 3600
        /// How often a device is told to wait before it is accepted.
        var pending = 0
        var denies = false
        var issuerInAnswer: String?
        var givesRefresh = true
        var hasMetadata = true
        /// Whether it writes that number as text.
        var quotesLifetime = false
        /// What clients have registered.
        var registrations: [JSON] = []
        /// What the token endpoint answers instead of tokens: a status and a body.
        var trouble: (status: String, body: String)?
        /// Every form sent to the token endpoint.
        var forms: [[String: String]] = []
        /// Every `path authorization` sent to the mail server.
        var mail: [String] = []
    }

    private let server: Mutex<LoopbackServer?> = Mutex(nil)
    let state = Mutex(State())

    init() throws {
        let new = try LoopbackServer { [weak self] connection in
            while let request = connection.readRequest(), let self {
                let answer = self.answer(request)
                connection.answer(answer.body, status: answer.status, headers: answer.headers)
            }
        }
        server.withLock { $0 = new }
    }

    deinit { server.withLock { $0?.stop() } }

    var url: String { server.withLock { $0?.url("") } ?? "" }

    /// Invalidates all access tokens issued so far.
    func forgetAccess() { state.withLock { $0.access = [] } }
    func forgetRefresh() { state.withLock { $0.refresh = [] } }

    private typealias Answer = (status: String, body: String, headers: [String])

    private func answer(_ request: String) -> Answer {
        let line = request.prefix { $0 != "\r\n" }.split(separator: " ")
        let target = String(line[1])
        let path = String(target.prefix { $0 != "?" })
        let body = request.range(of: "\r\n\r\n").map { String(request[$0.upperBound...]) } ?? ""
        let authorization =
            request.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("authorization:") }
            .map { $0.dropFirst(14).trimmingCharacters(in: .whitespaces) } ?? ""
        return state.withLock { state in
            switch path {
            case "/.well-known/oauth-protected-resource" where state.hasMetadata:
                ok(
                    #"{"resource": "\#(url)/jmap", "authorization_servers": ["\#(url)/id"], "scopes_supported": ["urn:ietf:params:jmap:mail", "odd"]}"#
                )
            case "/.well-known/oauth-authorization-server/id":
                ok(
                    """
                    {"issuer": "\(url)/id", "authorization_endpoint": "\(url)/authorize", "token_endpoint": "\(url)/token",
                     "device_authorization_endpoint": "\(url)/device", "registration_endpoint": "\(url)/register",
                     "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true}
                    """)
            case "/register": register(body, &state)
            case "/authorize": authorize(fields(of: target), &state)
            case "/device":
                ok(
                    #"{"device_code": "dev", "user_code": "WDJB-MJHT", "verification_uri": "\#(url)/go", "expires_in": 600, "interval": 5}"#
                )
            case "/token": token(fields(of: "form?" + body), &state)
            default: mail(path, authorization, &state)
            }
        }
    }

    private func ok(_ body: String, status: String = "200 OK") -> Answer { (status, body, []) }
    private func refused(_ type: String) -> Answer { ("400 Bad Request", #"{"error": "\#(type)"}"#, []) }

    private func fields(of target: String) -> [String: String] {
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return Dictionary(
            query.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }, uniquingKeysWith: { $1 })
    }

    /// Like Stalwart, registers only clients that might use a browser, too.
    private func register(_ body: String, _ state: inout State) -> Answer {
        guard let client = try? JSONDecoder().decode(JSON.self, from: Data(body.utf8)) else { return refused("odd") }
        state.registrations.append(client)
        guard client["redirect_uris"]?.strings.isEmpty == false else { return refused("invalid_redirect_uri") }
        let grants = client["grant_types"]?.strings ?? []
        guard grants.contains("authorization_code"), grants.contains("refresh_token"),
            client["response_types"]?.strings.contains("code") == true
        else { return refused("invalid_client_metadata") }
        return ok(#"{"client_id": "client-7"}"#, status: "201 Created")
    }

    /// Approves at once on behalf of the user.
    private func authorize(_ fields: [String: String], _ state: inout State) -> Answer {
        guard fields["response_type"] == "code", fields["client_id"] == "client-7",
            fields["code_challenge_method"] == "S256", let challenge = fields["code_challenge"],
            let redirect = fields["redirect_uri"], let given = fields["state"]
        else { return refused("invalid_request") }
        let issuer = (state.issuerInAnswer ?? "\(url)/id").percentEncoded
        if state.denies {
            return ("302 Found", "", ["Location: \(redirect)?error=access_denied&state=\(given)&iss=\(issuer)"])
        }
        state.next += 1
        let code = "code-\(state.next)"
        state.codes[code] = (challenge, redirect)
        return ("302 Found", "", ["Location: \(redirect)?code=\(code)&state=\(given)&iss=\(issuer)"])
    }

    private func token(_ form: [String: String], _ state: inout State) -> Answer {
        state.forms.append(form)
        if let trouble = state.trouble { return (trouble.status, trouble.body, []) }
        guard form["client_id"] == "client-7" else { return refused("invalid_client") }
        switch form["grant_type"] {
        case "authorization_code":
            guard let known = state.codes.removeValue(forKey: form["code"] ?? ""),
                known.redirect == form["redirect_uri"],
                known.challenge == ProofKey.text(SHA256.hash(Array((form["code_verifier"] ?? "").utf8)))
            else { return refused("invalid_grant") }
        case "refresh_token":
            guard state.refresh.remove(form["refresh_token"] ?? "") != nil else { return refused("invalid_grant") }
        case "urn:ietf:params:oauth:grant-type:device_code":
            if state.denies { return refused("access_denied") }
            if state.pending > 0 {
                state.pending -= 1
                return refused(state.pending.isMultiple(of: 2) ? "authorization_pending" : "slow_down")
            }
        default: return refused("unsupported_grant_type")
        }
        state.next += 1
        let (access, refresh) = ("access-\(state.next)", "refresh-\(state.next)")
        state.access.insert(access)
        if state.givesRefresh { state.refresh.insert(refresh) }
        let quote = state.quotesLifetime ? "\"" : ""
        let end = state.lifetime.map { #", "expires_in": \#(quote)\#($0)\#(quote)"# } ?? ""
        let again = state.givesRefresh ? #", "refresh_token": "\#(refresh)""# : ""
        return ok(#"{"access_token": "\#(access)", "token_type": "Bearer"\#(end)\#(again)}"#)
    }

    private func mail(_ path: String, _ authorization: String, _ state: inout State) -> Answer {
        state.mail.append("\(path) \(authorization)")
        guard ["/.well-known/jmap", "/jmap/api", "/account"].contains(path) else { return ("404 Not Found", "", []) }
        let token = authorization.hasPrefix("Bearer ") ? String(authorization.dropFirst(7)) : ""
        guard state.access.contains(token) else {
            return ("401 Unauthorized", "{}", [#"WWW-Authenticate: Bearer resource_metadata="\#(url)""#])
        }
        switch path {
        case "/.well-known/jmap": return ok(JMAPFixtures.session())
        case "/account":
            return ok(
                #"{"id": "a", "object": "account", "email_address": "ada@mail.example", "name": "Ada", "organization_unit": "label"}"#
            )
        default:
            return ok(
                #"{"methodResponses": [["Mailbox/get", {"accountId": "A", "state": "1", "list": [], "notFound": []}, "c0"]], "sessionState": "s0"}"#
            )
        }
    }
}

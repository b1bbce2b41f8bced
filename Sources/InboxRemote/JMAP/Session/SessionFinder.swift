import Foundation
import InboxModel

/// Reads the session resource, wherever the server has it (RFC 8620 §2.2).
struct SessionFinder: Sendable {
    static let call = "session"
    private static let mostRedirects = 5
    private static let largestSession = 1 << 20

    let transport: any Transport
    let judge: ProblemJudge
    let gate: RequestGate
    /// The origins that the credential may be sent to.
    let approved: ApprovedOrigins
    /// The id or name of the account to open; nil opens the primary one.
    var account: String?
    /// Opens the account that has this address as its name, if the session lists one.
    var address: String?
    /// The user name of the sign-in.
    var login = ""

    /// - Parameters:
    ///   - url: the URL of the session, or any other on the same server, whose well-known URL is tried too.
    ///   - known: the id of the account that was opened before.
    func find(at url: String, credential: Credential, known: String?) async throws(RemoteError) -> Session {
        let wellKnown = "/.well-known/jmap".resolved(against: url)
        let afterScheme = url.range(of: "://").map { url[$0.upperBound...] } ?? ""
        if afterScheme.drop(while: { !"/?".contains($0) }).allSatisfy({ $0 == "/" }) {
            return try await read(wellKnown, credential, known)
        }
        do throws(RemoteError) {
            return try await read(url, credential, known)
        } catch {
            guard error.isNoSession, url != wellKnown else { throw error }
            return try await read(wellKnown, credential, known)
        }
    }

    private func read(_ start: String, _ credential: Credential, _ known: String?) async throws(RemoteError) -> Session
    {
        guard let home = Origin(start) else {
            throw RemoteError(.unreachable(detail: "the server's URL can't be used"), call: Self.call)
        }
        guard home.isSafe else {
            throw RemoteError(
                .insecure(detail: "plain HTTP is for this machine only; use https://"), call: Self.call)
        }
        try gate.check(Self.call)
        var url = start
        for _ in 0...Self.mostRedirects {
            let response = try await get(url, credential)
            guard (300...399).contains(response.status), let location = response.headers["Location"] else {
                do throws(RemoteError) {
                    try judge.check(response, call: Self.call)
                } catch {
                    if let wait = error.retryAfter { gate.close(for: wait) }
                    throw error
                }
                return try session(response, url: url, known)
            }
            url = location.resolved(against: url)
            guard let next = Origin(url) else {
                throw RemoteError(.unreadableAnswer(detail: "the server redirects to no URL"), call: Self.call)
            }
            // Forged DNS answers can point anywhere, so the user must approve another origin.
            guard next == home || approved.contain(next) else {
                guard next.isSafe else {
                    throw RemoteError(.insecure(detail: "the server redirects to \(next)"), call: Self.call)
                }
                throw .unapproved("the server redirects to", at: [next.description], call: Self.call)
            }
        }
        throw RemoteError(.unreadableAnswer(detail: "the server keeps redirecting"), call: Self.call)
    }

    private func get(_ url: String, _ credential: Credential) async throws(RemoteError) -> HTTPResponse {
        let request = HTTPRequest(
            url: url, headers: ["Authorization": credential.authorization, "Accept": "application/json"],
            totalTimeout: .seconds(60), maxResponseBytes: Self.largestSession)
        do throws(TransportError) {
            return try await transport.send(request)
        } catch {
            throw AnswerJudge.error(error, call: Self.call)
        }
    }

    private func session(_ response: HTTPResponse, url: String, _ known: String?) throws(RemoteError) -> Session {
        let wire: WireSession
        do {
            wire = try JSONReader.read(WireSession.self, from: response.body)
        } catch {
            throw RemoteError(.unreadableAnswer(detail: "no JMAP session: \(error.place)"), call: Self.call)
        }
        guard let session = Session(wire, url: url, account: account, address: address, login: login, known: known)
        else {
            if known != nil {
                // The account may come back. Its store and action queue wait for it.
                let detail = "the server does not list this account at present"
                let others = wire.accountsWithMail.map { $0.value.name.isEmpty ? $0.key : $0.value.name }.sorted()
                throw RemoteError(
                    .busy(status: 0, message: detail), call: Self.call, finding: .otherAccount(names: others))
            }
            throw RemoteError(
                .unreadableAnswer(detail: "the session names no account with mail"), call: Self.call,
                finding: .noMailAccount)
        }
        guard let api = Origin(session.apiURL), api.isSafe else {
            let place = Origin(session.apiURL)?.description ?? "nowhere"
            throw RemoteError(.insecure(detail: "the server's API is at \(place)"), call: Self.call)
        }
        // The error names all origins, so that the user approves them at once.
        guard approved.contain(api) else {
            throw .unapproved("the server's API is at", at: approved.missing(in: session), call: Self.call)
        }
        return session
    }
}

extension RemoteError {
    /// Whether a server answers but has no session at this URL.
    var isNoSession: Bool {
        switch reason {
        case .unreadableAnswer where finding == .noMailAccount: false
        case .unreadableAnswer, .notFound, .refused: true
        case .busy(let status, _): Self.elsewhere.contains(status)
        default: false
        }
    }
}

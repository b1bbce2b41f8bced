import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Reporting which places were searched for a server")
struct ServerFinderTests {
    private let transport = ScriptedTransport()

    /// A finder with these DNS records, and with servers that listen at these places; without a port, it is that of IMAP.
    private func finder(
        services: [String: [ServiceRecord]] = [:], exchanges: [String: [String]] = [:], listening: Set<String> = []
    ) -> ServerFinder {
        ServerFinder(
            transport: transport,
            names: NameQuestions(
                services: { services[$0] ?? [] },
                exchanges: { name in
                    (exchanges[name] ?? []).map { ServiceRecord(priority: 1, weight: 0, port: 0, target: $0) }
                },
                answers: { host, port in
                    listening.contains("\(host):\(port)") || port == 993 && listening.contains(host)
                }))
    }

    private func record(_ target: String, port: Int = 993) -> ServiceRecord {
        ServiceRecord(priority: 0, weight: 0, port: port, target: target)
    }

    /// Answers the requests about signing in like a server without OAuth.
    private func hasNoOAuth() {
        for place in [
            "/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server",
            "/.well-known/openid-configuration",
        ] { transport.answer("GET \(place)", status: 404, json: "") }
    }

    /// A web site without a mail server.
    private func hasWebSite(status: Int = 404, body: String = "<html>") {
        hasNoOAuth()
        transport.answer("GET /.well-known/jmap", status: status, json: body)
        transport.answer("GET /account", status: status, json: body)
    }

    private func search(_ finder: ServerFinder, _ place: String = "ann@mill.example") async throws -> NoServer {
        let error = try #require(await failure { _ = try await finder.ways(of: place) })
        guard case .noServer(let search) = error.reason else { throw error }
        return search
    }

    @Test("a failed search lists each place tried and its outcome")
    func places() async throws {
        hasWebSite()
        let search = try await search(finder())
        #expect(
            search
                == NoServer(attempts: [
                    .init(.record("_jmap._tcp.mill.example"), .noRecord),
                    .init(.url("https://mill.example/.well-known/jmap"), .status(404)),
                    .init(.url("https://mill.example/account"), .status(404)),
                    .init(.record("_imaps._tcp.mill.example"), .noRecord),
                    .init(.url("imaps://imap.mill.example"), .noAnswer),
                ]))
    }

    @Test("a page served at every path does not count as mail")
    func webSite() async throws {
        hasWebSite(status: 200)
        #expect(try await search(finder()).attempts.map(\.outcome)[1...2] == [.noMail, .noMail])
    }

    @Test("an unreachable domain is reported in the transport's words")
    func unreachable() async throws {
        transport.answer(with: .failure(.unreachable(detail: "no such name")))
        #expect(
            try await search(finder()).attempts.dropLast(2).last
                == .init(.url("https://mill.example"), .unreachable("no such name")))
    }

    @Test(
        "401, 403 or 503 at the JMAP path identifies a server without further requests",
        arguments: [401, 403, 503])
    func jmap(status: Int) async throws {
        hasNoOAuth()
        transport.answer("GET /.well-known/jmap", status: status, json: "")
        #expect(
            try await finder(listening: ["mill.example"]).ways(of: "ann@mill.example")
                == SignInWays(url: "https://mill.example", takesPassword: true))
        #expect(transport.answersLeft == 0)
    }

    @Test("a server named by an SRV record needs no probing")
    func named() async throws {
        hasNoOAuth()
        let names = ["_jmap._tcp.mill.example": [record("jmap.mill.example", port: 443)]]
        #expect(try await finder(services: names).ways(of: "ann@mill.example").url == "https://jmap.mill.example")
        #expect(transport.requests.allSatisfy { !$0.url.hasSuffix("jmap") })
        transport.answer(with: .failure(.unreachable(detail: "away")))
        #expect(
            try await search(finder(services: names)).attempts.dropLast(2) == [
                .init(.record("_jmap._tcp.mill.example"), .leadsTo("jmap.mill.example")),
                .init(.url("https://jmap.mill.example"), .unreachable("away")),
            ])
    }

    @Test("a web site's redirect is followed without credentials and only on the public internet")
    func sentOn() async throws {
        hasNoOAuth()
        transport.answer(
            "GET /.well-known/jmap", status: 301, headers: ["Location": "https://www.mill.example/.well-known/jmap"],
            json: "")
        transport.answer("GET /.well-known/jmap", status: 404, json: "<html>")
        transport.answer("GET /account", status: 301, json: "")
        #expect(
            try await search(finder()).attempts.dropLast(2).map(\.outcome) == [.noRecord, .status(404), .status(301)])
        let next = try #require(transport.requests.first { $0.url.hasPrefix("https://www.") })
        #expect(next.isPublicOnly && next.headers["Authorization"] == nil)
        // If it cannot be determined whether there is a server, the user continues as before.
        hasNoOAuth()
        transport.answer(
            "GET /.well-known/jmap", status: 302, headers: ["Location": "http://other.example/jmap"], json: "")
        #expect(try await finder().ways(of: "ann@mill.example").takesPassword)
    }

    @Test("a server that speaks none of our protocols reports all three attempts")
    func dialects() async throws {
        let url = "https://mill.example/mail/"
        let finder = finder(exchanges: ["mill.example": ["mx.other.example"]])
        for place in ["/mail/account", "/mail/", "/.well-known/jmap", "/mail/"] {
            transport.answer("GET \(place)", status: place == "/mail/account" ? 404 : 200, json: "<html>")
        }
        let error = await failure { _ = try await finder.dialect(url: url, userName: "ann", secret: "secret") }
        guard case .noServer(let search)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            search.attempts == [
                .init(.url("https://mill.example/mail/account"), .status(404)),
                .init(.url("https://mill.example/.well-known/jmap"), .noMail), .init(.url(url), .noMail),
            ])
        #expect(error?.foreignServer == nil)
    }
}

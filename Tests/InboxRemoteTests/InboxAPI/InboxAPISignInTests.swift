import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Signing in to an Inbox API server")
struct InboxAPISignInTests {
    let transport = ScriptedTransport()
    var service: InboxAPIService { .scripted(transport) }

    @Test("the account gives address, name, and whether it has labels")
    func account() async throws {
        transport.answer("GET /api/account", json: InboxAPIFixtures.account)
        #expect(
            try await service.signIn() == RemoteAccount(address: "ada@mill.example", name: "Ada", hasLabels: false))
        transport.answer("GET /api/account", json: InboxAPIFixtures.labelAccount)
        #expect(try await service.signIn() == RemoteAccount(address: "ada@mill.example", name: "", hasLabels: true))
    }

    @Test("the user name replaces an address that the server omits")
    func userName() async throws {
        transport.answer(json: #"{"id": "a", "object": "account"}"#)
        let service = InboxAPIService(
            url: "https://mail.example", secret: "token", userName: "ada@mill.example", transport: transport)
        #expect(try await service.signIn().address == "ada@mill.example")
    }

    @Test("the token is sent as user name without password, never in the URL")
    func authorization() async throws {
        transport.answer(json: InboxAPIFixtures.account)
        _ = try await service.signIn()
        let request = try #require(transport.requests.first)
        #expect(request.url == "https://mail.example/api/account")
        #expect(request.headers["authorization"] == "Basic " + Data("token:".utf8).base64EncodedString())
    }

    @Test("a wrong token means signed out, with the server's message")
    func wrongToken() async throws {
        transport.answer(status: 401, headers: ["Content-Type": "text/plain"], json: "Could not verify access.")
        let error = await #expect(throws: RemoteError.self) { try await service.signIn() }
        #expect(error?.reason == .signedOut(message: "Could not verify access."))
        #expect(error?.call == "GET /account")
        #expect(error?.nextStep == .signIn)
    }

    @Test(
        "a server that is no Inbox API is reported as such",
        arguments: [
            (200, "<html>Welcome</html>"), (200, "{\"inbox\": []}"), (200, "[]"), (200, "null"), (200, ""),
            (404, "<html>not found</html>"), (400, "{}"), (405, ""), (302, ""), (204, ""),
        ])
    func notAnAPI(status: Int, body: String) async throws {
        transport.answer(status: status, json: body)
        let error = await #expect(throws: RemoteError.self) { try await service.signIn() }
        guard case .unreadableAnswer(let detail) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains("not an Inbox API server"))
    }

    @Test("detection tries the account, then the feed, then reports neither")
    func detection() async throws {
        let url = "https://mail.example/inbox"
        transport.answer("GET /inbox/account", json: InboxAPIFixtures.account)
        let api = try await detectDialect(url: url, secret: "token", transport: transport)
        #expect(api.0 == .inbox && api.1.address == "ada@mill.example")

        transport.answer("GET /inbox/account", status: 404, json: "")
        // Asked twice: whether it is a JMAP session, and whether it is a feed.
        for _ in 0..<2 {
            transport.answer("GET /inbox", json: "{\"inbox\": [{\"uid\": \"1\", \"to\": \"ada@mill.example\"}]}")
        }
        let feed = try await detectDialect(url: url, secret: "token", transport: transport)
        #expect(feed.0 == .feed && feed.1.address == "ada@mill.example")

        transport.answer("GET /inbox/account", json: "<html>")
        for _ in 0..<2 { transport.answer("GET /inbox", json: "<html>") }
        let error = await #expect(throws: RemoteError.self) {
            try await detectDialect(url: url, secret: "token", transport: transport)
        }
        guard case .noServer(let search)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            search.attempts.map(\.place) == [
                .url("https://mail.example/inbox/account"), .url("https://mail.example/.well-known/jmap"), .url(url),
            ])
    }

    @Test("detection stops if the server denies access or is unavailable", arguments: [401, 403, 503, 429])
    func detectionStops(status: Int) async throws {
        transport.answer("GET /account", status: status, json: "")
        await #expect(throws: RemoteError.self) {
            try await detectDialect(url: "https://mail.example", secret: "token", transport: transport)
        }
        #expect(transport.requests.count == 1)
    }
}

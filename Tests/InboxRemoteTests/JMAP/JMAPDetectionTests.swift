import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Detecting a JMAP server")
struct JMAPDetectionTests {
    let server = ScriptedJMAP()

    private func detect(_ url: String, userName: String = "ada") async throws -> (Account.Dialect, RemoteAccount) {
        try await detectDialect(url: url, userName: userName, secret: "secret", transport: server)
    }

    @Test(
        "J-1: a server with a session speaks JMAP, whichever URL is given",
        arguments: ["", "/jmap/session", "/mail"])
    func found(path: String) async throws {
        server.nextHTTP(path + "/account", status: 404, text: "<html>")
        server.nextHTTP("/mail", status: 404, text: "<html>")
        let (dialect, account) = try await detect("https://mail.example" + path)
        #expect(dialect == .jmap && account.address == "ada@mail.example")
    }

    @Test("J-1: a server that always asks for a password may still speak JMAP")
    func asksEverybody() async throws {
        server.nextHTTP("/account", status: 401)
        #expect(try await detect("https://mail.example").0 == .jmap)
        server.nextHTTP("/account", status: 401)
        let error = await failure { _ = try await detect("https://mail.example", userName: "") }
        #expect(error?.nextStep == .signIn)
    }

    @Test("a password is never sent as a user name, unlike an Inbox API token", arguments: [401, 404, 503])
    func passwords(status: Int) async throws {
        server.nextHTTP("/account", status: status)
        #expect(try await detect("https://mail.example").0 == .jmap)
        let told = server.requests.compactMap { $0.headers["Authorization"] }
        #expect(!told.isEmpty && !told.contains(APICaller.authorization(secret: "secret")))
    }

    @Test("J-1: a server that wants a password but has no JMAP may be an Inbox API")
    func tokens() async throws {
        server.nextHTTP("/account", status: 401)
        server.nextHTTP("/.well-known/jmap", status: 404)
        server.nextHTTP("/account", status: 200, text: InboxAPIFixtures.account)
        #expect(try await detect("https://mail.example").0 == .inbox)
    }

    @Test("J-2: a JMAP server elsewhere is named, not contacted")
    func elsewhere() async {
        server.nextHTTP("/account", status: 404)
        server.nextHTTP("/.well-known/jmap", status: 302, headers: ["Location": "https://jmap.other.example/"])
        let error = await failure { _ = try await detect("https://mail.example") }
        #expect(
            error?.reason
                == .insecure(
                    detail: "the server redirects to https://jmap.other.example, which you have not approved"))
        #expect(error?.unapprovedOrigins == ["https://jmap.other.example"])
        #expect(server.requests.allSatisfy { $0.url.hasPrefix("https://mail.example") })
    }

    @Test("a sign-in that a JMAP server accepts, but that opens no mail, says so", arguments: ["", "/jmap/session"])
    func noMail(path: String) async {
        server.session = JMAPFixtures.session(accountCapabilities: ["submission"])
        server.nextHTTP(path + "/account", status: 404)
        if !path.isEmpty { server.nextHTTP("/.well-known/jmap", status: 404) }
        let error = await failure { _ = try await detect("https://mail.example" + path) }
        #expect(error?.finding == .noMailAccount)
    }

    @Test("J-21: a JMAP server that denies access says so")
    func refused() async {
        server.nextHTTP("/account", status: 404)
        for _ in 0..<2 { server.nextHTTP("/.well-known/jmap", status: 401, text: "wrong") }
        let error = await failure { _ = try await detect("https://mail.example") }
        #expect(error?.reason == .signedOut(message: "wrong"))
    }
}

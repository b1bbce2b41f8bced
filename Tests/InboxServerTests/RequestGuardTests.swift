import Foundation
import Testing

@testable import InboxServer

@Suite("Access checks")
struct RequestGuardTests {
    @Test(
        "L-2: a request for another host is misdirected, even with the right token",
        arguments: [
            "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:PORT", "[::1]",
            "0.0.0.0:PORT",
        ])
    func foreignHost(host: String) async throws {
        try await TestServer.with { test async throws in
            let host = host.replacing("PORT", with: String(test.ann.port))
            #expect(try await test.ann.get("/account", headers: ["Host": host]).status == 421)
        }
    }

    @Test("every loopback name with our port works", arguments: ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
    func ownHost(name: String) async throws {
        try await TestServer.with { test async throws in
            #expect(try await test.ann.get("/account", headers: ["Host": "\(name):\(test.ann.port)"]).status == 200)
        }
    }

    @Test("L-2: a missing host is misdirected")
    func noHost() async throws {
        try await TestServer.with { test async throws in
            let request =
                "GET /account HTTP/1.1\r\nAuthorization: Bearer \(TestServer.annToken)\r\nConnection: close\r\n\r\n"
            #expect(try await test.ann.raw(Array(request.utf8)).status == 421)
        }
    }

    @Test("L-2: a request that names two hosts is misdirected, whichever comes first", arguments: [false, true])
    func twoHosts(isForeignFirst: Bool) async throws {
        try await TestServer.with { test async throws in
            let hosts = ["Host: 127.0.0.1:\(test.ann.port)", "Host: evil.example"]
            var lines = ["GET /account HTTP/1.1", "Authorization: Bearer \(TestServer.annToken)", "Connection: close"]
            lines += isForeignFirst ? hosts.reversed() : hosts
            lines += ["", ""]
            let request = lines.joined(separator: "\r\n")
            #expect(try await test.ann.raw(Array(request.utf8)).status == 421)
        }
    }

    @Test(
        "L-4: a web page's request is refused even with the right token",
        arguments: [
            ["Origin": "null"], ["Origin": "https://evil.example"], ["Origin": "http://127.0.0.1:1"],
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ])
    func foreignOrigin(headers: [String: String]) async throws {
        try await TestServer.with { test async throws in
            for path in ["/account", "/inbox", "/"] {
                let answer = try await test.ann.get(path, headers: headers)
                #expect(answer.status == 403)
                #expect(answer.headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test("L-4: cached Basic credentials do not help a web page")
    func cachedBasic() async throws {
        try await TestServer.with { test async throws in
            let basic = "Basic " + Data("\(TestServer.annToken):".utf8).base64EncodedString()
            let headers = ["Authorization": basic, "Origin": "https://evil.example"]
            #expect(try await test.stranger.get("/account", headers: headers).status == 403)
            #expect(try await test.stranger.get("/account", headers: ["Authorization": basic]).status == 200)
        }
    }

    @Test(
        "L-3: without the whole correct token nothing is shown",
        arguments: [
            "", "Bearer x", "Bearer ", "Basic !!", "Bearer token-of-ann-0123456789abcde",
            "Bearer token-of-ann-0123456789abcdef0", "token-of-ann-0123456789abcdef",
        ])
    func wrongToken(authorization: String) async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            for path in ["/account", "/accounts", "/threads", "/inbox", "/delta?cursor=0", "/messages/1"] {
                let answer = try await test.stranger.get(path, headers: ["Authorization": authorization])
                #expect(answer.status == 401)
                #expect(answer.headers["content-type"]?.hasPrefix("text/plain") == true)
                #expect(answer.headers["www-authenticate"]?.hasPrefix("Basic realm=") == true)
            }
        }
    }

    @Test("L-3: a query token is ignored")
    func tokenInQuery() async throws {
        try await TestServer.with { test async throws in
            #expect(try await test.stranger.get("/account?token=\(TestServer.annToken)").status == 401)
            #expect(try await test.stranger.get("/account?access_token=\(TestServer.annToken)").status == 401)
        }
    }

    @Test("L-5: the account id is a token only if loopback is trusted")
    func accountID() async throws {
        try await TestServer.with { test async throws in
            let id = try #require(try await test.ann.get("/account").json["id"]?.textValue)
            #expect(try await LoopbackClient(port: test.ann.port, token: id).get("/account").status == 401)
        }
        try await TestServer.with({ $0.trustsLoopback = true }) { test async throws in
            let accounts = try await test.stranger.get("/accounts").json
            #expect(accounts.texts("email_address") == ["ann@example.test", "bob@example.test"])
            let client = LoopbackClient(port: test.ann.port, token: accounts.texts("id")[1])
            #expect(try await client.get("/account").json["email_address"]?.textValue == "bob@example.test")
        }
    }

    @Test(
        "L-5: trusting loopback refuses all browsers",
        arguments: [
            ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Mode": "navigate"], ["Sec-Fetch-Dest": "image"],
            ["Sec-Fetch-User": "?1"], ["Origin": "http://127.0.0.1:PORT"],
        ])
    func trustAndBrowsers(headers: [String: String]) async throws {
        try await TestServer.with({ $0.trustsLoopback = true }) { test async throws in
            let headers = headers.mapValues { $0.replacing("PORT", with: String(test.ann.port)) }
            #expect(try await test.stranger.get("/accounts", headers: headers).status == 403)
            #expect(try await test.stranger.get("/accounts", headers: ["Host": "evil.example"]).status == 421)
        }
    }

    @Test("L-3: another account's token opens only that account")
    func otherAccount() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let message = try #require(try await test.ann.get("/messages?view=ids").json.ids.first)
            #expect(try await test.bob.get("/messages?view=ids").json.ids.isEmpty)
            #expect(try await test.bob.get("/messages/\(message)").status == 404)
            #expect(try await test.bob.call("PUT", "/messages/\(message)", .of(("unread", .bool(false)))).status == 404)
            #expect(try await test.bob.get("/accounts").json.texts("email_address") == ["bob@example.test"])
        }
    }

    @Test("L-4: every answer forbids type sniffing, caching, and running scripts")
    func headers() async throws {
        try await TestServer.with(mail: [MailText("1") { $0.file = "a.html" }]) { test async throws in
            let file = try #require(try await test.ann.get("/files?view=ids").json.ids.first)
            for path in ["/", "/account", "/threads", "/nothing", "/files/\(file)/download", "/logout"] {
                let answer = try await test.ann.get(path)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["cache-control"] == "no-store")
                #expect(answer.headers["content-security-policy"] == "default-src 'none'; sandbox")
                #expect(answer.headers["set-cookie"] == nil)
                #expect(answer.headers["content-type"]?.contains("html") == false)
            }
        }
    }

    @Test("L-6: oversized headers and bodies are refused")
    func tooLarge() async throws {
        try await TestServer.with { test async throws in
            let long = String(repeating: "x", count: Limits.headerBytes + 1000)
            #expect(try await test.ann.get("/account", headers: ["X-Long": long]).status == 400)
            for (client, limit) in [(test.ann, Limits.bodyBytes), (test.stranger, Limits.strangersBodyBytes)] {
                let answer = try await client.call("POST", "/files", headers: ["Content-Length": String(limit + 1)])
                #expect(answer.status == 413)
            }
            // The length of a chunked body is not known in advance.
            let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
            let chunks = String(repeating: chunk, count: Limits.strangersBodyBytes / 0x8000 + 1) + "0\r\n\r\n"
            let answer = try await test.stranger.call(
                "POST", "/files", headers: ["Transfer-Encoding": "chunked", "Content-Length": ""],
                body: Array(chunks.utf8))
            #expect(answer.status == 413)
        }
    }

    @Test("a client that waits to be told is told to send its body, unless the body is too large")
    func expectation() async throws {
        try await TestServer.with { test async throws in
            let expecting = ["Expect": "100-continue"]
            let answer = try await test.ann.call("POST", "/drafts", headers: expecting, body: Array("{}".utf8))
            #expect(answer.status == 100 && answer.text.hasPrefix("HTTP/1.1 200 "))
            #expect(try await test.ann.get("/drafts?view=ids").json.ids.count == 1)
            let size = ["Content-Length": String(Limits.bodyBytes + 1)]
            let refusal = try await test.ann.call("POST", "/files", headers: expecting.merging(size) { $1 })
            #expect(refusal.status == 413)
        }
    }

    @Test(
        "L-6: paths like those of files are refused",
        arguments: ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/files/..%2f..%2fetc"])
    func paths(path: String) async throws {
        try await TestServer.with { test async throws in
            #expect([400, 404].contains(try await test.ann.get(path).status))
        }
    }
}

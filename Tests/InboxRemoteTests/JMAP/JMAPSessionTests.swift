import Foundation
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("The session of a JMAP server")
struct JMAPSessionTests {
    let server = ScriptedJMAP()

    private func session(_ text: String, account: String? = nil) throws -> Session? {
        let wire = try JSONReader.read(WireSession.self, from: Array(text.utf8))
        return Session(wire, url: JMAPFixtures.url, account: account)
    }

    @Test("an account that the server no longer lists is awaited, not replaced by another")
    func accountGone() throws {
        let mail = "urn:ietf:params:jmap:mail"
        func accounts(_ names: [String: String], known: String?, address: String? = nil) throws -> String? {
            let all = names.map { id, name in
                #""\#(id)":{"name":"\#(name)","accountCapabilities":{"\#(mail)":{}}}"#
            }
            let text = #"""
                {"apiUrl":"/api","accounts":{\#(all.joined(separator: ","))},"primaryAccounts":{"\#(mail)":"A"},
                "capabilities":{"\#(mail)":{}},"username":"ann","state":"1"}
                """#
            let wire = try JSONReader.read(WireSession.self, from: Array(text.utf8))
            return Session(wire, url: JMAPFixtures.url, address: address, known: known)?.account
        }
        #expect(try accounts(["A": "ann", "B": "other"], known: "B") == "B")
        #expect(try accounts(["A": "ann"], known: "B") == nil)
        #expect(try accounts(["A": "ann"], known: nil) == "A")
        #expect(try accounts(["A": "ann", "C": "team"], known: nil, address: "team@shop.test") == "C")
        #expect(try accounts(["A": "ann", "C": "team"], known: "B", address: "team@shop.test") == nil)
        #expect(try accounts(["B": "old", "C": "team"], known: "B", address: "team@shop.test") == "B")
    }

    @Test("an account that cannot send is recognized when other accounts can")
    func silent() throws {
        let (mail, submission) = ("urn:ietf:params:jmap:mail", "urn:ietf:params:jmap:submission")
        func onlyOthersSend(_ own: [String], _ other: [String]) throws -> Bool? {
            func account(_ capabilities: [String]) -> String {
                let inside = capabilities.map { #""\#($0)":{}"# }.joined(separator: ",")
                return #"{"name":"x","accountCapabilities":{\#(inside)}}"#
            }
            let text = #"""
                {"apiUrl":"/api","accounts":{"A":\#(account(own)),"B":\#(account(other))},"primaryAccounts":{},
                "capabilities":{"\#(mail)":{},"\#(submission)":{}},"username":"ann","state":"1"}
                """#
            let wire = try JSONReader.read(WireSession.self, from: Array(text.utf8))
            return Session(wire, url: JMAPFixtures.url, known: "A")?.onlyOthersSend
        }
        #expect(try onlyOthersSend([mail], [mail, submission]) == true)
        #expect(try onlyOthersSend([mail, submission], [mail, submission]) == false)
        #expect(try onlyOthersSend([mail], [mail]) == false, "the mail server behind it may be away")
    }

    // MARK: Finding it

    @Test("J-1: a bare URL uses the well-known path, any other URL is tried first")
    func places() async throws {
        _ = try await JMAPService.scripted(server, url: "https://mail.example").signIn()
        #expect(server.requests.map(\.path) == ["/.well-known/jmap"])

        server.nextHTTP("/mail", status: 404)
        let account = try await JMAPService.scripted(server, url: "https://mail.example/mail").signIn()
        #expect(server.requests.map(\.path).dropFirst() == ["/mail", "/.well-known/jmap"])
        #expect(account.url == "https://mail.example/.well-known/jmap")
    }

    @Test("J-2: up to five redirects on the same server are followed, and the last URL is kept")
    func redirects() async throws {
        for number in 0..<5 {
            server.nextHTTP(
                number == 0 ? "/.well-known/jmap" : "/r\(number)", status: 302,
                headers: ["Location": number == 4 ? "/jmap/session" : "/r\(number + 1)"])
        }
        let account = try await JMAPService.scripted(server, url: "https://mail.example").signIn()
        #expect(account.url == JMAPFixtures.url)
        #expect(server.requests.allSatisfy { $0.headers["Authorization"] != nil })
    }

    @Test("J-2: the sixth redirect ends the search")
    func endlessRedirects() async {
        for _ in 0..<20 {
            server.nextHTTP("/.well-known/jmap", status: 301, headers: ["Location": "/.well-known/jmap"])
        }
        let error = await failure { _ = try await JMAPService.scripted(server, url: "https://mail.example").signIn() }
        #expect(error?.reason == .unreadableAnswer(detail: "the server keeps redirecting"))
        #expect(server.requests.count == 6)
    }

    @Test(
        "J-2, N-2: no secret follows a redirect to another host, port or scheme",
        arguments: [
            "https://other.example/jmap/session", "https://mail.example:8443/jmap/session",
            "http://mail.example/jmap/session", "//other.example/jmap/session",
            "https://mail.example.other.example/jmap/session", "https://mail.example@other.example/jmap/session",
            "https://mail.example\\@other.example/", "ftp://mail.example/jmap/session", "HTTPS://OTHER.example/",
        ])
    func foreignRedirects(location: String) async {
        server.nextHTTP("/.well-known/jmap", status: 302, headers: ["Location": location])
        _ = await failure { _ = try await JMAPService.scripted(server, url: "https://mail.example").signIn() }
        #expect(server.requests.count == 1)
    }

    @Test(
        "J-3: relative URLs resolve against the session's URL",
        arguments: [
            ("/jmap/api", "https://mail.example/jmap/api"), ("api", "https://mail.example/jmap/api"),
            ("//mail.example/x", "https://mail.example/x"),
            ("?to=https://x", "https://mail.example/jmap/?to=https://x"),
            ("https://mail.example/y", "https://mail.example/y"),
            ("/jmap?back=http://a.example/", "https://mail.example/jmap?back=http://a.example/"),
        ])
    func relative(url: String, whole: String) throws {
        #expect(url.resolved(against: JMAPFixtures.url) == whole)
        #expect(try session(JMAPFixtures.session(apiURL: url))?.apiURL == whole)
    }

    @Test("J-3, N-2: an API on another server is refused and named")
    func foreignAPI() async {
        server.session = JMAPFixtures.session(apiURL: "https://api.other.example/jmap")
        let error = await failure { _ = try await JMAPService.scripted(server).signIn() }
        #expect(
            error?.reason
                == .insecure(
                    detail: "the server's API is at https://api.other.example, which you have not approved"))
        #expect(error?.unapprovedOrigins == ["https://api.other.example"])
        #expect(error?.nextStep == .retry(after: nil), "what is queued waits")
    }

    @Test("J-3, N-2: downloads and events on another server get no secret")
    func foreignServices() async throws {
        server.session = JMAPFixtures.session(
            more:
                #""downloadUrl": "https://cdn.example/d/{blobId}", "eventSourceUrl": "https://cdn.example/jmap/events""#
        )
        server.nextHTTP("/d/b1", status: 200, text: "bytes")
        let clock = ManualClock()
        let service = JMAPService.scripted(server, clock: clock)
        #expect(try await service.download(RemoteID("b1")) == Array("bytes".utf8))
        #expect(server.requests.last?.url == "https://cdn.example/d/b1")
        #expect(server.requests.last?.headers["Authorization"] == nil)

        await service.push.connection.listenWhileStreamsWork()
        #expect(server.requests(to: JMAPFixtures.events).isEmpty)
    }

    @Test(
        "J-4: plain HTTP goes to this machine only, odd URLs are refused",
        arguments: [
            "http://mail.example", "http://127.0.0.1.example", "https://ada:secret@mail.example",
            "https://mail.example/#x",
            "https://mail.example/\u{7}", "https://", "mail.example", "ftp://mail.example", "http://[::2]",
        ])
    func badURLs(url: String) async {
        _ = await failure { _ = try await JMAPService.scripted(server, url: url).signIn() }
        #expect(server.requests.isEmpty)
    }

    @Test("J-4: this machine needs no encryption", arguments: ["127.0.0.1:8080", "localhost", "[::1]:80"])
    func loopback(host: String) async throws {
        let account = try await JMAPService.scripted(server, url: "http://\(host)").signIn()
        #expect(account.url == "http://\(host)/.well-known/jmap")
    }

    // MARK: Reading it

    @Test("J-5: a missing or mistyped field affects only itself")
    func degrades() throws {
        let text = """
            {"apiUrl": "/api", "username": 7, "downloadUrl": null, "uploadUrl": [], "eventSourceUrl": {},
             "capabilities": {"urn:ietf:params:jmap:core": "odd", "urn:ietf:params:jmap:mail": {}}, "state": null,
             "accounts": {"B": [], "A": {"name": null, "isReadOnly": "no",
                "accountCapabilities": {"urn:ietf:params:jmap:mail": {"maxMailboxDepth": "deep"}}}},
             "primaryAccounts": []}
            """
        let session = try #require(try session(text))
        #expect(session.account == "A" && session.downloadURL == nil && session.uploadURL == nil)
        #expect(session.eventSourceURL == nil && session.limits == Limits(WireSession.Core()) && !session.isReadOnly)
        #expect(session.mail.mailboxDepth == nil && session.capabilities == [.core, .mail])
    }

    @Test(
        "J-5: without an API or an account with mail the sign-in fails",
        arguments: [
            JMAPFixtures.session(more: #""apiUrl": null"#), JMAPFixtures.session(accounts: ""),
            JMAPFixtures.session(accountCapabilities: ["submission"]), "[]", "{", "<html>", "",
        ])
    func useless(text: String) async {
        server.session = text
        let error = await failure { _ = try await JMAPService.scripted(server, url: "https://mail.example").signIn() }
        guard case .unreadableAnswer? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("J-5: a sign-in without a mail account differs from a malformed session")
    func noMail() async {
        for text in [JMAPFixtures.session(accounts: ""), JMAPFixtures.session(accountCapabilities: ["submission"])] {
            server.session = text
            let error = await failure { _ = try await JMAPService.scripted(server).signIn() }
            #expect(error?.finding == .noMailAccount)
        }
        server.session = "<html>"
        let error = await failure { _ = try await JMAPService.scripted(server).signIn() }
        #expect(error != nil && error?.finding == nil)
    }

    private static let twoAccounts = """
        "A": {"name": "ada", "accountCapabilities": {"urn:ietf:params:jmap:mail": {}}},
        "S": {"name": "shared", "accountCapabilities": {"urn:ietf:params:jmap:mail": {}, "urn:ietf:params:jmap:submission": {}}},
        "C": {"name": "calendar", "accountCapabilities": {"urn:ietf:params:jmap:calendars": {}}}
        """

    @Test("J-6: the requested account is opened, else the primary, else the first with mail")
    func choosesAccount() throws {
        func text(_ primary: String) -> String {
            JMAPFixtures.session(
                accounts: Self.twoAccounts,
                primary: primary.isEmpty ? "" : #""urn:ietf:params:jmap:mail": "\#(primary)""#)
        }
        #expect(try session(text("S"))?.account == "S")
        #expect(try session(text(""))?.account == "A")
        #expect(try session(text("C"))?.account == "A", "the primary one has no mail")
        #expect(try session(text("A"), account: "shared")?.account == "S")
        #expect(try session(text("A"), account: "S")?.account == "S")
        #expect(try session(text("A"), account: "calendar") == nil)
        #expect(try session(text("A"))?.mailAccounts == ["A": "ada", "S": "shared"])
    }

    @Test("J-6: a feature needs both server and account to name it")
    func features() throws {
        func has(_ server: [String], _ account: [String]) throws -> Bool {
            let text = JMAPFixtures.session(
                capabilities: server, accountCapabilities: account,
                primary: #""urn:ietf:params:jmap:submission": "A""#)
            return try session(text)?.capabilities.contains(.submission) ?? false
        }
        #expect(try has(["core", "mail", "submission"], ["mail", "submission"]))
        #expect(try !has(["core", "mail"], ["mail", "submission"]))
        #expect(try !has(["core", "mail", "submission"], ["mail"]))
    }

    // MARK: Keeping it

    @Test("J-6: a shared account is opened by its address, and other accounts are listed")
    func sharedAccounts() async throws {
        func account(_ name: String) -> String {
            #"{"name": "\#(name)", "accountCapabilities": {"urn:ietf:params:jmap:mail": {}}}"#
        }
        let whole = JMAPFixtures.session(
            accounts: #""A": \#(account("ada@mail.example")), "T": \#(account("Team@mail.example"))"#)
        server.session = whole
        func service(_ address: String, _ user: String = "ada@mail.example") -> JMAPService {
            JMAPService(url: JMAPFixtures.url, userName: user, secret: "x", address: address, transport: server)
        }
        let team = try await service("team@mail.example").signIn()
        #expect(team.address == "Team@mail.example" && team.others == ["ada@mail.example"])
        _ = try await service("team@mail.example").mailboxes()
        #expect(server.calls("Mailbox/get").last?["accountId"] == "T")
        _ = try await service("ada@mail.example").mailboxes()
        #expect(server.calls("Mailbox/get").last?["accountId"] == "A")
        // A server may leave out its own domain.
        server.session = JMAPFixtures.session(
            accounts: #""A": \#(account("ada")), "B": \#(account("Bo")), "T": \#(account("team"))"#)
        #expect(try await service("team@mail.example", "ada").signIn().others == ["Bo", "ada"])
        #expect(try await service("bo@mail.example", "ada").signIn().others == ["ada", "team"])
        server.session = whole
        // One of the user's addresses for which the server has another name.
        #expect(try await service("ada@alias.example", "ada").signIn().others == ["Team@mail.example"])
    }

    @Test("J-7: a new session state rereads the session, at most every 30 seconds")
    func renews() async throws {
        let clock = ManualClock()
        let service = JMAPService.scripted(server, clock: clock)
        _ = try await service.signIn()
        server.sessionState = "s1"
        server.session = JMAPFixtures.session(state: "s1", core: #""maxObjectsInGet": 3"#)
        _ = try await service.mailboxes()
        _ = try await service.mailboxes()
        #expect(server.requests(to: JMAPFixtures.sessionPath).count == 1, "too early")
        clock.advance(by: .seconds(30))
        _ = try await service.mailboxes()
        #expect(server.requests(to: JMAPFixtures.sessionPath).count == 2)
        #expect(try await service.keeper.current().session.limits.objectsInGet == 3)

        server.sessionState = "s2"
        for _ in 0..<5 { _ = try await service.mailboxes() }
        clock.advance(by: .seconds(31))
        server.nextHTTP(JMAPFixtures.sessionPath, status: 503)
        _ = try await service.mailboxes()
        _ = try await service.mailboxes()
        #expect(server.requests(to: JMAPFixtures.sessionPath).count == 3, "a failure counts too")
    }

    @Test("J-7: the session is cached without the secret, and a start needs no request")
    func kept() async throws {
        let saved = Mutex<String?>(nil)
        let memory = RemoteMemory(read: { saved.withLock { $0 } }, write: { text in saved.withLock { $0 = text } })
        _ = try await JMAPService.scripted(server, memory: memory).signIn()
        let text = try #require(saved.withLock { $0 })
        #expect(!text.contains("secret"))

        let restarted = JMAPService.scripted(server, memory: memory)
        _ = try await restarted.mailboxes()
        #expect(server.requests.map(\.path) == [JMAPFixtures.sessionPath, JMAPFixtures.api])

        let elsewhere = JMAPService.scripted(server, url: "https://other.example/jmap/session", memory: memory)
        _ = try await elsewhere.mailboxes()
        #expect(server.requests.suffix(2).map(\.url).first == "https://other.example/jmap/session", "another server")

        saved.withLock { $0 = "{\"session\": 1}" }
        _ = try await JMAPService.scripted(server, memory: memory).mailboxes()
        #expect(server.requests.suffix(2).map(\.path).first == JMAPFixtures.sessionPath, "unreadable memory")
    }

    @Test("S-1: a new way to sign in opens no account but the earlier one")
    func otherWay() async throws {
        let saved = Mutex<String?>(nil)
        let memory = RemoteMemory(read: { saved.withLock { $0 } }, write: { text in saved.withLock { $0 = text } })
        _ = try await JMAPService.scripted(server, memory: memory).signIn()
        // As stored after a sign-in with a password; now there is a token, for another account.
        saved.withLock { $0 = $0?.replacing(#""isToken":false"#, with: #""isToken":true"#) }
        saved.withLock { $0 = $0?.replacing(#""account":"A""#, with: #""account":"Z""#) }
        let error = await failure { _ = try await JMAPService.scripted(server, memory: memory).signIn() }
        #expect(error?.otherAccounts != nil)
    }

    @Test("S-1: at a server's new place the earlier account is opened, and no other that has its id")
    func moved() async throws {
        let saved = Mutex<String?>(nil)
        let memory = RemoteMemory(read: { saved.withLock { $0 } }, write: { text in saved.withLock { $0 = text } })
        _ = try await JMAPService.scripted(server, memory: memory).signIn()
        let before = try #require(saved.withLock { $0 })
        let place = "https://other.example/jmap/session"
        func signIn() async throws {
            saved.withLock { $0 = MovedServer.session($0, at: place) }
            let approving = RemoteMemory(read: memory.read, write: memory.write, approved: { ["https://mail.example"] })
            _ = try await JMAPService.scripted(server, url: place, memory: approving).signIn()
        }
        try await signIn()
        let after = saved.withLock { $0 }
        #expect(server.requests.last?.url == place && MovedServer.isSameAccount(before, after))
        #expect(!MovedServer.isSameAccount(before.replacing("ada@mail.example", with: "bo@mail.example"), after))
        #expect(!MovedServer.isSameAccount(nil, after) && !MovedServer.isSameAccount(before, nil))
        saved.withLock { $0 = before.replacing(#""account":"A""#, with: #""account":"Z""#) }
        let error = await failure { try await signIn() }
        #expect(error?.otherAccounts != nil)
    }

    @Test("cancelling returns at once while a server hangs on the session request", .timeLimit(.minutes(2)))
    func givesUp() async throws {
        server.hangs = true
        let service = JMAPService.scripted(server)
        let task = Task { try await service.mailboxes() }
        try await eventually { !server.requests.isEmpty }
        task.cancel()
        let error = await failure { _ = try await task.value }
        #expect(error?.reason == .cancelled)
    }

    @Test("J-8: requests name core and mail, and else exactly the capabilities that they need and the server has")
    func using() async throws {
        server.session = JMAPFixtures.session(
            capabilities: ["core", "mail", "submission", "vacationresponse", "quota"],
            accountCapabilities: ["mail", "submission", "vacationresponse"])
        let service = JMAPService.scripted(server)
        _ = try await service.mailboxes()
        _ = try await service.stateBeforeSending()
        _ = try? await service.vacation()
        let using = server.requests(to: JMAPFixtures.api).map { request in
            (try? JSONDecoder().decode(JSON.self, from: Data(request.body ?? [])))?["using"]?.strings
        }
        #expect(
            using
                == [[.core, .mail], [.core, .mail, .submission], [.core, .mail, .vacation]].map { (all: [Capability]) in
                    all.map(\.rawValue)
                })
    }
}

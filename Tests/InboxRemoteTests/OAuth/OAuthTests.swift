import Foundation
import InboxModel
import MailContent
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Signing in with OAuth", .timeLimit(.minutes(10)))
struct OAuthTests {
    private let server: IdentityServer
    private let transport = CurlTransport()
    private let time = TestTime()

    init() throws { server = try IdentityServer() }

    /// The time of day, advanced by the test.
    private final class TestTime: Sendable {
        private let date = Mutex(Date(timeIntervalSince1970: 1_000_000))
        var now: Date { date.withLock(\.self) }
        func go(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
    }

    /// A clock whose waits end at once and advance the time of day.
    private struct QuickClock: Clock {
        let time: TestTime
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            time.go(max(0, Double(ContinuousClock.now.duration(to: deadline).components.seconds)))
            try Task.checkCancellation()
        }
    }

    /// The storage of a secret.
    private final class Keep: Sendable {
        let secret = Mutex("")
        let writes = Mutex(0)
        /// Whether the storage is full.
        let isFull = Mutex(false)
        /// Whether another process keeps the lock.
        let isLocked = Mutex(false)
        var memory: SecretMemory {
            SecretMemory(
                read: { self.secret.withLock(\.self) },
                write: { new in
                    if self.isFull.withLock(\.self) { return false }
                    self.secret.withLock { $0 = new }
                    self.writes.withLock { $0 += 1 }
                    return true
                }, lock: { self.isLocked.withLock(\.self) ? nil : true })
        }
    }

    private var signIn: OAuthSignIn {
        OAuthSignIn(transport: transport, clock: QuickClock(time: time), now: { [time] in time.now })
    }

    private func metadata() async throws -> OAuthMetadata {
        try #require(try await OAuthDiscovery(transport: transport).metadata(for: server.url))
    }

    /// Visits the URL like a browser.
    private static func visit(_ url: String) {
        Task {
            guard let first = try? await CurlTransport().send(HTTPRequest(url: url)),
                let next = first.headers["Location"]
            else { return }
            _ = try? await CurlTransport().send(HTTPRequest(url: next))
        }
    }

    private func grant() async throws -> OAuthGrant {
        try await signIn.signIn(try await metadata(), address: "ada@mail.example", hasBrowser: true) { prompt in
            if case .visit(let url) = prompt { Self.visit(url) }
        }
    }

    private func service(_ grant: OAuthGrant, _ keep: Keep = Keep()) -> JMAPService {
        keep.secret.withLock { $0 = grant.secret }
        return JMAPService(
            url: server.url, userName: "ada", secret: grant.secret, transport: transport,
            memory: RemoteMemory(read: { nil }, write: { _ in }, secret: keep.memory), now: { [time] in time.now },
            clock: QuickClock(time: time))
    }

    @Test("SHA-256 and the PKCE challenge match FIPS 180-4 and RFC 7636")
    func hashes() {
        func hex(_ text: String) -> String {
            SHA256.hash(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
        }
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex(String(repeating: "a", count: 1000))
                == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
        #expect(
            ProofKey.text(SHA256.hash(Array("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".utf8)))
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey().verifier.count == 43 && ProofKey().state != ProofKey().state)
    }

    @Test("server metadata gives the ways to sign in: OAuth, and no password unless named")
    func ways() async throws {
        let ways = try await SignInWays.find(at: server.url, transport: transport)
        #expect(!ways.takesPassword && ways.oauth?.hasBrowser == true && ways.oauth?.hasDevice == true)
        #expect(ways.oauth?.scopes == ["urn:ietf:params:jmap:mail"] && ways.oauth?.resource == server.url + "/jmap")
        server.state.withLock { $0.hasMetadata = false }
        let plain = try await SignInWays.find(at: server.url, transport: transport)
        #expect(plain.takesPassword && plain.oauth == nil)
    }

    @Test("browser, code and PKCE verifier yield tokens for JMAP and the Inbox API")
    func browser() async throws {
        let grant = try await grant()
        let form = try #require(server.state.withLock { $0.forms.last })
        #expect(form["grant_type"] == "authorization_code" && form["code_verifier"]?.count == 43)
        #expect(try await service(grant).signIn().address == "ada@mail.example")
        let inbox = InboxAPIService(
            url: server.url, secret: grant.secret, transport: transport, now: { [time] in time.now })
        #expect(try await inbox.signIn().address == "ada@mail.example")
        #expect(server.state.withLock { !$0.mail.isEmpty && $0.mail.allSatisfy { $0.contains("Bearer access-") } })
        #expect(OAuthGrant(secret: grant.secret) == grant && OAuthGrant(secret: "hunter2") == nil)
        #expect("\(grant)".contains("access") == false)
    }

    @Test("a wrong issuer or a refusal fails the sign-in")
    func refusals() async throws {
        server.state.withLock { $0.issuerInAnswer = "https://evil.example" }
        let mixed = await failure { _ = try await grant() }
        #expect(mixed?.reason == .insecure(detail: "the answer came from another server"))
        server.state.withLock { state in
            state.issuerInAnswer = nil
            state.denies = true
        }
        let denied = await failure { _ = try await grant() }
        #expect(denied?.reason == .signedOut(message: "the sign-in was refused"))
        #expect(server.state.withLock { $0.forms.isEmpty })
    }

    @Test("L-7: only a request with our state is accepted; others get 404, and cancelling ends the wait")
    func strangers() async throws {
        let receiver = try LoopbackReceiver()
        async let answer = receiver.answer(to: "ours")
        for path in ["favicon.ico", "?code=x&state=theirs", "?state=ours&code=a&code=b"] {
            #expect(try await transport.send(HTTPRequest(url: receiver.redirectURL + path)).status == 404)
        }
        let page = try await transport.send(HTTPRequest(url: receiver.redirectURL + "?code=a%2Fb+c&state=ours"))
        #expect(page.status == 200)
        #expect(try await answer == ["code": "a/b c", "state": "ours"])

        let metadata = try await metadata()
        let (shown, continuation) = AsyncStream<SignInPrompt>.makeStream()
        let task = Task { [signIn] in
            try await signIn.signIn(metadata, address: "", hasBrowser: true) { continuation.yield($0) }
        }
        for await _ in shown { break }
        task.cancel()
        await #expect(throws: RemoteError.self) { _ = try await task.value }
    }

    @Test("L-7: nothing listens any more after the sign-in")
    func closes() async throws {
        var receiver: LoopbackReceiver? = try LoopbackReceiver()
        let url = try #require(receiver?.redirectURL)
        receiver = nil
        await #expect {
            try await transport.send(HTTPRequest(url: url))
        } throws: { error in
            if case .unconnected? = error as? TransportError { true } else { false }
        }
    }

    @Test("L-7: the listener times out, and the sign-in reports it")
    func patience() async throws {
        let receiver = try LoopbackReceiver(patience: .milliseconds(1))
        let error = await failure { _ = try await receiver.answer(to: "ours") }
        #expect(error?.reason == .refused(status: 0, message: "you did not sign in in the browser in time; try again"))
    }

    @Test(
        "a client id from a provider is used as is, in the browser and device flows", arguments: [true, false])
    func givenClientID(hasBrowser: Bool) async throws {
        let metadata = try await metadata()
        #expect(metadata.host == "127.0.0.1")
        func attempt(_ clientID: String) async throws -> OAuthGrant {
            try await signIn.signIn(metadata, address: "", hasBrowser: hasBrowser, clientID: clientID) { prompt in
                if case .visit(let url) = prompt { Self.visit(url) }
            }
        }
        #expect(try await attempt("client-7").clientID == "client-7")
        #expect(server.state.withLock { $0.registrations.isEmpty })
    }

    @Test("the device flow shows a code and polls at the server's pace")
    func device() async throws {
        server.state.withLock { $0.pending = 4 }
        let shown = Mutex<[SignInPrompt]>([])
        let start = time.now
        let grant = try await signIn.signIn(try await metadata(), address: "", hasBrowser: false) { prompt in
            shown.withLock { $0.append(prompt) }
        }
        #expect(shown.withLock(\.self) == [.enter(code: "WDJB-MJHT", url: server.url + "/go")])
        #expect(grant.refreshToken != nil)
        // Five requests, two of which came too soon: 5 + 10 + 10 + 15 + 15 seconds, minus fractions of a second.
        #expect(time.now.timeIntervalSince(start) >= 50)
        server.state.withLock { $0.denies = true }
        let error = await failure {
            _ = try await signIn.signIn(try await metadata(), address: "", hasBrowser: false) { _ in }
        }
        #expect(error?.reason == .signedOut(message: "the sign-in was refused"))
        server.state.withLock { state in
            state.denies = false
            state.pending = 1000
        }
        let late = await failure {
            _ = try await signIn.signIn(try await metadata(), address: "", hasBrowser: false) { _ in }
        }
        #expect(late?.reason == .signedOut(message: "the code has expired"))
    }

    @Test("a token is renewed before it expires, once for all requests, and saved before use")
    func renewsEarly() async throws {
        let keep = Keep()
        let service = service(try await grant(), keep)
        _ = try await service.mailboxes()
        time.go(3_550)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try await service.mailboxes() } }
            try await group.waitForAll()
        }
        let refreshes = server.state.withLock { $0.forms.filter { $0["grant_type"] == "refresh_token" } }
        #expect(refreshes.count == 1)
        #expect(keep.writes.withLock(\.self) == 1)
        #expect(OAuthGrant(secret: keep.secret.withLock(\.self))?.accessToken.hasPrefix("access-") == true)
        // No request used an expired token.
        let used = server.state.withLock { $0.mail.filter { $0.hasPrefix("/jmap/api") } }
        #expect(Set(used).count == 2)
    }

    @Test("J-21: a rejected token is renewed once; then the user has to sign in again")
    func renewsAfter401() async throws {
        let service = service(try await grant())
        _ = try await service.mailboxes()
        server.forgetAccess()
        _ = try await service.mailboxes()
        #expect(server.state.withLock { $0.forms.count } == 2)
        server.forgetAccess()
        server.forgetRefresh()
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .signIn)
        // The same with the Inbox API.
        let fresh = try await grant()
        let inbox = InboxAPIService(
            url: server.url, secret: fresh.secret, transport: transport, now: { [time] in time.now })
        server.forgetAccess()
        #expect(try await inbox.signIn().name == "Ada")
    }

    @Test("a lifetime that is written as text is understood: a renewed token and what renews it are kept")
    func quotedLifetime() async throws {
        server.state.withLock { $0.quotesLifetime = true }
        let keep = Keep()
        let service = service(try await grant(), keep)
        for _ in 0..<3 {
            _ = try await service.mailboxes()
            time.go(3_590)
        }
        let kept = OAuthGrant(secret: keep.secret.withLock(\.self))
        #expect(server.state.withLock { $0.forms.count } == 3 && kept?.expiresAt != nil)
        #expect(server.state.withLock { $0.refresh.count == 1 && $0.refresh.first == kept?.refreshToken })
    }

    @Test(
        "a client registers the scopes that it asks for, and where a browser would be sent even for a code",
        arguments: [true, false])
    func registers(hasBrowser: Bool) async throws {
        _ = try await signIn.signIn(try await metadata(), address: "", hasBrowser: hasBrowser) { prompt in
            if case .visit(let url) = prompt { Self.visit(url) }
        }
        let client = try #require(server.state.withLock { $0.registrations.first })
        #expect(client["scope"] == "urn:ietf:params:jmap:mail")
        #expect(client["redirect_uris"]?.strings.first?.hasPrefix("http://127.0.0.1") == true)
        let device = "urn:ietf:params:oauth:grant-type:device_code"
        #expect(client["grant_types"]?.strings.contains(device) == !hasBrowser)
    }

    @Test("of the scopes that a server has, those of mail and contacts are asked for, whichever way they are named")
    func scopes() async throws {
        let scripted = ScriptedTransport()
        scripted.answer("GET /.well-known/oauth-protected-resource", status: 404, json: "")
        let names = [
            "openid", "urn:ietf:params:oauth:scope:mail", "urn:ietf:params:oauth:scope:contacts",
            "urn:ietf:params:oauth:scope:calendars", "urn:ietf:params:jmap:contacts", "urn:ietf:params:jmap:calendars",
        ]
        scripted.answer(
            "GET /.well-known/oauth-authorization-server",
            json: #"{"issuer": "https://mail.example", "token_endpoint": "https://mail.example/t", "#
                + #""scopes_supported": \#(JMAPFixtures.texts(names))}"#)
        let metadata = try await OAuthDiscovery(transport: scripted).metadata(for: "https://mail.example")
        #expect(metadata?.scopes == names.filter { !$0.hasSuffix("calendars") })
    }

    @Test("a token renewed by another process is reused")
    func twoProcesses() async throws {
        let keep = Keep()
        let grant = try await grant()
        let (one, other) = (service(grant, keep), service(grant, keep))
        time.go(3_600)
        _ = try await one.mailboxes()
        _ = try await other.mailboxes()
        #expect(server.state.withLock { $0.forms.filter { $0["grant_type"] == "refresh_token" }.count } == 1)
    }

    @Test("while another process keeps the lock the token is not renewed, but that of the other is taken")
    func locked() async throws {
        let keep = Keep()
        let grant = try await grant()
        let (one, other) = (service(grant, keep), service(grant, keep))
        time.go(3_600)
        keep.isLocked.withLock { $0 = true }
        let error = await failure { _ = try await one.mailboxes() }
        #expect(error?.nextStep == .retry(after: nil))
        #expect(server.state.withLock { $0.forms.count } == 1, "only those of the sign-in")
        keep.isLocked.withLock { $0 = false }
        _ = try await other.mailboxes()
        keep.isLocked.withLock { $0 = true }
        _ = try await one.mailboxes()
        #expect(server.state.withLock { $0.forms.count } == 2)
    }

    @Test(
        "a sign-in server that is busy or broken is asked again later; only its own refusal ends the sign-in",
        arguments: [
            ("400 Bad Request", #"{"error": "temporarily_unavailable"}"#, false),
            ("400 Bad Request", #"{"error": "slow_down"}"#, false), ("429 Too Many Requests", "", false),
            ("403 Forbidden", "<html>", false), ("404 Not Found", "", false), ("500 Internal Server Error", "", false),
            ("503 Service Unavailable", #"{"error": "server_error"}"#, false), ("200 OK", "{}", false),
            ("400 Bad Request", #"{"error": "invalid_grant"}"#, true),
            ("401 Unauthorized", #"{"error": "invalid_client"}"#, true),
        ])
    func troubles(status: String, body: String, isFinal: Bool) async throws {
        let service = service(try await grant())
        _ = try await service.mailboxes()
        time.go(4_000)
        server.state.withLock { $0.trouble = (status, body) }
        let step = await failure { _ = try await service.mailboxes() }?.nextStep
        if isFinal {
            #expect(step == .signIn)
        } else {
            guard case .retry = step else { Issue.record("\(String(describing: step))"); return }
            server.state.withLock { $0.trouble = nil }
            _ = try await service.mailboxes()
        }
    }

    @Test("without a refresh token the user signs in again after expiry")
    func noRefresh() async throws {
        server.state.withLock { $0.givesRefresh = false }
        let service = service(try await grant())
        _ = try await service.mailboxes()
        time.go(4_000)
        #expect(await failure { _ = try await service.mailboxes() }?.nextStep == .signIn)
    }
}

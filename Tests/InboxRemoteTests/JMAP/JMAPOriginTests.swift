import Foundation
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Where the secret of a JMAP account goes")
struct JMAPOriginTests {
    private let server = ScriptedJMAP()
    private let approved = Approved()
    private let clock = ManualClock()

    private final class Approved: Sendable {
        let origins = Mutex<Set<String>>([])
        let session = Mutex<String?>(nil)

        func add(_ origin: String) { origins.withLock { _ = $0.insert(origin) } }
        var memory: RemoteMemory {
            RemoteMemory(
                read: { self.session.withLock(\.self) }, write: { text in self.session.withLock { $0 = text } },
                approved: { self.origins.withLock(\.self) })
        }
    }

    private func service() -> JMAPService { .scripted(server, clock: clock, memory: approved.memory) }
    private func secrets(to host: String) -> [Bool] {
        server.requests.filter { $0.url.hasPrefix("https://\(host)/") }.map { $0.headers["Authorization"] != nil }
    }

    private static let files =
        #""downloadUrl": "https://files.example/d/{blobId}", "uploadUrl": "https://files.example/u""#

    @Test("J-3: an API elsewhere gets the secret once the user approves exactly that origin")
    func approvesAPI() async throws {
        server.session = JMAPFixtures.session(apiURL: "https://api.other.example/jmap/api")
        let service = service()
        for origin in ["https://api.other.example:8443", "http://api.other.example", "https://other.example"] {
            approved.add(origin)
            #expect(await failure { _ = try await service.mailboxes() }?.unapprovedOrigins != nil)
        }
        #expect(secrets(to: "api.other.example").isEmpty)
        approved.add("https://api.other.example")
        #expect(try await service.mailboxes().count == 4)
        #expect(secrets(to: "api.other.example") == [true])
        #expect(try await service.signIn().unapproved.isEmpty)
    }

    @Test("J-3: a session's foreign origins are all named at once, each once")
    func namesAll() async throws {
        server.session = JMAPFixtures.session(apiURL: "https://api.other.example/jmap", more: Self.files)
        let error = await failure { _ = try await service().signIn() }
        #expect(error?.unapprovedOrigins == ["https://api.other.example", "https://files.example"])
        server.session = JMAPFixtures.session(more: Self.files)
        #expect(try await service().signIn().unapproved == ["https://files.example"])
    }

    @Test("an account whose API moves reports it until the user approves, then continues")
    func moves() async throws {
        let service = service()
        _ = try await service.signIn()
        server.session = JMAPFixtures.session(state: "s1", apiURL: "https://new.example/jmap/api")
        server.sessionState = "s1"
        _ = try await service.mailboxes()
        clock.advance(by: .seconds(31))
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.unapprovedOrigins == ["https://new.example"] && error?.nextStep == .retry(after: nil))
        let count = server.requests.count
        #expect(await failure { _ = try await service.mailboxes() } == error, "not one thing now and another then")
        #expect(server.requests.count == count)
        approved.add("https://new.example")
        _ = try await service.mailboxes()
        #expect(secrets(to: "new.example") == [true])
        // The same after a restart.
        _ = try await self.service().mailboxes()
        #expect(secrets(to: "new.example") == [true, true])
    }

    @Test(
        "an account whose whole server moves, and redirects, reports it until the user approves, then continues",
        arguments: [301, 302, 307, 308])
    func movesWithRedirects(status: Int) async throws {
        _ = try await self.service().signIn()
        // As after a restart: the session was kept, so the API is asked first.
        let service = self.service()
        server.nextHTTP(status: status, headers: ["Location": "https://new.example/jmap/api"])
        #expect(await failure { _ = try await service.mailboxes() }?.nextStep == .retry(after: nil))
        let place: HTTPHeaders = ["Location": "https://new.example/jmap/session"]
        server.nextHTTP("/jmap/session", status: status, headers: place)
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.unapprovedOrigins == ["https://new.example"] && secrets(to: "new.example").isEmpty)
        approved.add("https://new.example")
        server.nextHTTP("/jmap/session", status: status, headers: place)
        #expect(try await service.mailboxes().count == 4)
        #expect(secrets(to: "new.example") == [true, true])
    }

    @Test("J-2: a redirect to an approved origin is followed with the secret and survives a restart")
    func redirect() async throws {
        func redirect() {
            server.nextHTTP(
                "/jmap/session", status: 302, headers: ["Location": "https://new.example/.well-known/jmap"])
        }
        redirect()
        let error = await failure { _ = try await service().signIn() }
        #expect(error?.unapprovedOrigins == ["https://new.example"] && secrets(to: "new.example").isEmpty)
        approved.add("https://new.example")
        redirect()
        #expect(try await service().signIn().url == "https://new.example/.well-known/jmap")
        #expect(secrets(to: "new.example") == [true])
        let count = server.requests.count
        _ = try await service().mailboxes()
        #expect(server.requests.count == count + 1, "the session was kept")
    }

    @Test(
        "a 401 or 404 from a place that got no secret does not mean signed out", arguments: [401, 403, 404])
    func notSignedOut(status: Int) async throws {
        server.session = JMAPFixtures.session(more: Self.files)
        server.nextHTTP("/d/b1", status: status)
        let error = await failure { _ = try await service().download(RemoteID("b1")) }
        #expect(error?.unapprovedOrigins == ["https://files.example"])
        #expect(error?.nextStep == .drop, "only this file waits for it, and nothing else")
        #expect(secrets(to: "files.example") == [false])
        approved.add("https://files.example")
        server.nextHTTP("/d/b1", status: 200, text: "bytes")
        #expect(try await service().download(RemoteID("b1")) == Array("bytes".utf8))
        #expect(secrets(to: "files.example") == [false, true])
    }

    @Test(
        "no server elsewhere has a file fetched from this machine",
        arguments: ["http://127.0.0.1:9", "https://localhost"])
    func notFromHere(origin: String) async {
        server.session = JMAPFixtures.session(more: #""downloadUrl": "\#(origin)/d/{blobId}""#)
        let error = await failure { _ = try await service().download(RemoteID("b1")) }
        #expect(error?.unapprovedOrigins == [origin] && server.requests(to: "/d/b1").isEmpty)
    }

    @Test("no file is uploaded to an unapproved origin")
    func noUpload() async throws {
        server.session = JMAPFixtures.session(more: Self.files)
        server.nextHTTP("/u", status: 201, text: #"{"blobId": "G1"}"#)
        let file = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: [1])
        let error = await failure { _ = try await service().upload(file) }
        #expect(error?.unapprovedOrigins != nil && server.requests(to: "/u").isEmpty)
        approved.add("https://files.example")
        #expect(try await service().upload(file).remoteID == RemoteID("G1"))
    }

    @Test(
        "only an HTTPS origin or this machine can be approved",
        arguments: [
            ("https://API.example/jmap?x", "https://api.example"), ("https://a.example:443", "https://a.example"),
            ("https://a.example:8443/", "https://a.example:8443"), ("http://127.0.0.1:80/", "http://127.0.0.1"),
            ("http://a.example", nil), ("a.example", nil), ("https://ada@a.example", nil), ("", nil),
            // The user is told to type it, in a shell.
            ("https://a$({touch,x}).example", nil), ("https://a;id", nil), ("https://[::1]", "https://[::1]"),
        ] as [(String, String?)])
    func approvable(url: String, origin: String?) { #expect(approvableOrigin(of: url) == origin) }

    @Test("the credential that worked last is tried first")
    func lastCredential() async throws {
        server.nextHTTP("/jmap/session", status: 401)
        let service = service()
        _ = try await service.signIn()
        #expect(server.requests.map { $0.headers["Authorization"]?.prefix(6) } == ["Basic ", "Bearer"])
        _ = try await service.signIn()
        #expect(server.requests.count == 3 && server.requests.last?.headers["Authorization"] == "Bearer secret")
    }

    @Test("a file that the server lacks is not found, even after its download URL moves")
    func missingFile() async throws {
        let service = service()
        _ = try await service.signIn()
        let place = "/jmap/download/A/b1/file"
        server.nextHTTP(place, status: 404)
        #expect(await failure { _ = try await service.download(RemoteID("b1")) }?.isNotFound == true)
        clock.advance(by: .seconds(31))
        server.session = JMAPFixtures.session(more: #""downloadUrl": "/new/{blobId}""#)
        server.nextHTTP(place, status: 404)
        server.nextHTTP("/new/b1", status: 200, text: "bytes")
        #expect(try await service.download(RemoteID("b1")) == Array("bytes".utf8))
    }

    @Test("missing bytes of an existing message are retried")
    func missingBytes() async throws {
        server.nextHTTP("/jmap/download/A/b-m1/file", status: 404)
        #expect(await failure { _ = try await service().rawMessage(RemoteID("m1")) }?.nextStep == .retry(after: nil))
    }
}

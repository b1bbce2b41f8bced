import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Approving the origins of a JMAP server", .timeLimit(.minutes(10)))
struct ApprovingTests {
    /// A server whose session names an API and files on other origins.
    private final class Elsewhere: Transport {
        let api = Mutex("https://api.other.example")
        let requests = Mutex<[HTTPRequest]>([])

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            requests.withLock { $0.append(request) }
            let mail = "urn:ietf:params:jmap:mail"
            let text =
                request.path == "/api"
                ? #"{"methodResponses": [], "sessionState": "1"}"#
                : #"""
                {"apiUrl": "\#(api.withLock(\.self))/api", "downloadUrl": "https://files.example/{blobId}", "state": "1",
                "username": "ann@mail.example", "capabilities": {"\#(mail)": {}},
                "accounts": {"A": {"name": "ann@mail.example", "accountCapabilities": {"\#(mail)": {}}}}}
                """#
            return HTTPResponse(status: 200, headers: [:], body: Array(text.utf8))
        }

        func stream(_ request: HTTPRequest) async throws(TransportError)
            -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
        { throw .unreachable(detail: "none") }

        /// Whether each request to the origin had the secret.
        func secrets(_ origin: String) -> [Bool] {
            requests.withLock(\.self).filter { $0.url.hasPrefix(origin + "/") }.map {
                $0.headers["Authorization"] != nil
            }
        }
    }

    private let server = Elsewhere()
    private let store: Store
    private let session: MailSession
    private static let home = "https://mail.example"
    private static let api = "https://api.other.example"
    private static let files = "https://files.example"

    init() throws {
        store = try Store()
        session = MailSession(store: store, makeService: MailSession.services(over: server))
    }

    private var signIn: SignIn {
        var paths = SignInPaths.none
        let server = server
        paths.findDialect = { (url: String, user: String, secret: String) async throws(RemoteError) in
            try await detectDialect(url: url, userName: user, secret: secret, transport: server).0
        }
        return SignIn(session: session, paths: paths)
    }

    private func request(_ approved: [String], dialect: Account.Dialect? = nil) -> SignIn.Request {
        SignIn.Request(
            address: "ann@mail.example", url: Self.home, secret: "secret", dialect: dialect, approved: approved)
    }

    @Test(
        "J-3: signing in names the unapproved origins and sends them no secret",
        arguments: [Account.Dialect.jmap, nil])
    func names(dialect: Account.Dialect?) async throws {
        for approved in [[], [Self.files]] {
            let error = await #expect(throws: SessionError.self) {
                try await signIn.account(request(approved, dialect: dialect))
            }
            guard case .remote(let error)? = error else { Issue.record("\(String(describing: error))"); return }
            #expect(error.unapprovedOrigins?.first == Self.api)
        }
        #expect(try session.accounts().isEmpty)
        #expect(server.secrets(Self.api).isEmpty && server.secrets(Self.files).isEmpty)
    }

    @Test("J-3: sign-in works with approved origins, which the account keeps", arguments: [Account.Dialect.jmap, nil])
    func approved(dialect: Account.Dialect?) async throws {
        let account = try await signIn.account(request([Self.api + "/jmap", Self.files], dialect: dialect))
        #expect(account.dialect == .jmap && account.url.hasPrefix(Self.home))
        #expect(try await session.unapprovedOrigins(of: account.id) == [])
        let kept = try store.read { try MailSession.approved(account.id, $0) }
        #expect(kept == [Self.api, Self.files])
    }

    @Test("J-3: an account whose API moves stops, names the new origin and resumes once approved; its queue stays")
    func moves() async throws {
        server.api.withLock { $0 = Self.home }
        let account = try await signIn.account(request([], dialect: .jmap))
        #expect(try await session.unapprovedOrigins(of: account.id) == [Self.files])
        let id = try await session.save(DraftContent(subject: "Plan"), account: account.id)
        await session.pause(account.id)
        server.api.withLock { $0 = Self.api }
        #expect(try await session.unapprovedOrigins(of: account.id) == [Self.api, Self.files])
        guard case .remote(let error)? = await session.syncOnce(account, bodies: false).failure else {
            Issue.record("it goes on")
            return
        }
        #expect(error.unapprovedOrigins != nil && server.secrets(Self.api).isEmpty)
        try await session.approve([Self.api], of: account.id)
        #expect(try session.draft(id) != nil && !session.actions().isEmpty)
        _ = await session.syncOnce(account, bodies: false)
        #expect(server.secrets(Self.api).first == true)
        #expect(try await session.unapprovedOrigins(of: account.id) == [Self.files])
    }

    @Test(
        "only https origins can be approved", arguments: ["http://api.other.example", "api.other.example", ""])
    func refuses(origin: String) async throws {
        server.api.withLock { $0 = Self.home }
        await #expect(throws: SessionError.self) { try await signIn.account(request([origin], dialect: .jmap)) }
        let account = try await signIn.account(request([], dialect: .jmap))
        await #expect(throws: SessionError.self) { try await session.approve([origin], of: account.id) }
        #expect(try store.read { try MailSession.approved(account.id, $0) }.isEmpty)
    }
}

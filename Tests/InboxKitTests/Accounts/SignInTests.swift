import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Signing in for the first time", .timeLimit(.minutes(10)))
struct SignInTests {
    private let session: MailSession

    init() throws {
        session = MailSession(store: try Store()) { _, _ in ScriptedService(ModelServer()) }
    }

    private func signIn(_ find: @escaping SignInPaths.DialectFinder) -> SignIn {
        var paths = SignInPaths.none
        paths.findDialect = find
        return SignIn(session: session, paths: paths)
    }

    private static let request = SignIn.Request(
        address: "ann@example.test", url: "https://mail.example.test", secret: "secret")

    @Test("sign-in detects the server's protocol with the user name, unless it is given")
    func asksTheDialect() async throws {
        let asked = Asked()
        let signIn = signIn { (url: String, user: String, _: String) async throws(RemoteError) -> Account.Dialect in
            asked.note("\(user) \(url)")
            return .jmap
        }
        var request = Self.request
        request.userName = "anna"
        let account = try await signIn.account(request)
        #expect(account.dialect == .jmap && account.userName == "anna")
        #expect(asked.all == ["anna https://mail.example.test"])
        request = Self.request
        request.address = "bob@example.test"
        request.dialect = .inbox
        #expect(try await signIn.account(request).dialect == .inbox)
        #expect(asked.all.count == 1)
    }

    @Test("the URL of an IMAP server gets the server that sends, unless it names one")
    func imap() async throws {
        let asked = Asked()
        var paths = SignInPaths.none
        paths.findDialect = { (_: String, _: String, _: String) async throws(RemoteError) -> Account.Dialect in .imap }
        paths.findWays = { (url: String) async throws(RemoteError) -> SignInWays in
            asked.note(url)
            return SignInWays(url: url + "?smtp=smtps://smtp.example.test", takesPassword: true)
        }
        let signIn = SignIn(session: session, paths: paths)
        var request = Self.request
        request.url = "imaps://imap.example.test"
        let account = try await signIn.account(request)
        #expect(account.dialect == .imap && account.url == "imaps://imap.example.test?smtp=smtps://smtp.example.test")
        request.address = "bob@example.test"
        request.url = "imaps://imap.example.test?smtp=smtp://out.example.test"
        #expect(try await signIn.account(request).url == request.url)
        #expect(asked.all == ["imaps://imap.example.test"])
    }

    @Test("a server that sends and that the user has not confirmed gets no secret")
    func foreignSender() async throws {
        var paths = SignInPaths.none
        let url = "imaps://imap.example.test?smtp=smtps://smtp.other.example"
        paths.findWays = { (_: String) async throws(RemoteError) -> SignInWays in
            throw RemoteError(.insecure(detail: ""), call: "discovery", finding: .foreignServer(url: url))
        }
        var request = Self.request
        (request.url, request.dialect) = ("imaps://imap.example.test", .imap)
        let signIn = SignIn(session: session, paths: paths)
        await #expect {
            _ = try await signIn.account(request)
        } throws: { error in
            guard case .remote(let error)? = error as? SessionError else { return false }
            return error.foreignServer == url
        }
        #expect(try session.accounts().isEmpty)
    }

    @Test("an address with an account asks no server")
    func isThere() async throws {
        let asked = Asked()
        let signIn = signIn { (url: String, _: String, _: String) async throws(RemoteError) -> Account.Dialect in
            asked.note(url)
            return .inbox
        }
        _ = try await signIn.account(Self.request)
        var again = Self.request
        again.address = "ANN@example.test"
        await #expect(throws: SessionError.accountExists) { _ = try await signIn.account(again) }
        #expect(asked.all.count == 1)
    }

    @Test("the given name is used if the server has none", arguments: [("", "Ann Ortiz"), ("Ann", "Ann")])
    func names(told: String, kept: String) async throws {
        let session = MailSession(store: try Store()) { _, _ in ScriptedService(ModelServer(), name: told) }
        var request = Self.request
        (request.dialect, request.name) = (.inbox, "Ann Ortiz")
        let account = try await SignIn(session: session, paths: .none).account(request)
        #expect(account.name == kept)
        #expect(Senders(accounts: try session.accounts()).all.map(\.address.name) == [kept])
    }

    @Test("cancelling a sign-in stores no account")
    func stopped() async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let signIn = signIn { (_: String, _: String, _: String) async throws(RemoteError) -> Account.Dialect in
            beginning.yield()
            // Ends only when it is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return .inbox
        }
        let task = Task { try await signIn.account(Self.request) }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: SessionError.self) { _ = try await task.value }
        #expect(try session.accounts().isEmpty)
    }
}

/// The questions asked, in order.
private final class Asked: Sendable {
    private let questions = Mutex<[String]>([])

    func note(_ question: String) { questions.withLock { $0.append(question) } }
    var all: [String] { questions.withLock(\.self) }
}

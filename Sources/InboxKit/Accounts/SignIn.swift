import Foundation
public import InboxModel
public import InboxRemote

/// Signing in to a server for the first time, as screens and the command line do it: where the server of an address is, how
/// it lets people in, what it speaks, and the account that comes of it.
public struct SignIn: Sendable {
    /// Finds the server of a mail address or URL, and how it lets people in. No secret is asked for or sent.
    public typealias WaysFinder = @Sendable (_ place: String) async throws(RemoteError) -> SignInWays
    /// Finds out what a server speaks, given its URL, the user's name and the password or token.
    public typealias DialectFinder =
        @Sendable (_ url: String, _ userName: String, _ secret: String) async throws(RemoteError) -> Account.Dialect

    /// What is known of the account before the server was asked.
    public struct Request: Hashable, Sendable {
        public var address: String
        public var url: String
        /// Who signs in; nil: the address.
        public var userName: String?
        /// A password or token.
        public var secret: String
        /// What the server speaks; nil asks it.
        public var dialect: Account.Dialect?
        /// Where the secret comes from at later starts.
        public var source: SecretSource

        public init(
            address: String, url: String, userName: String? = nil, secret: String, dialect: Account.Dialect? = nil,
            source: SecretSource = .file
        ) {
            self.address = address
            self.url = url
            self.userName = userName
            self.secret = secret
            self.dialect = dialect
            self.source = source
        }
    }

    private let session: MailSession
    private let browser: OAuthSignIn
    private let findWays: WaysFinder
    private let findDialect: DialectFinder

    /// Asks name servers and the servers themselves.
    public init(session: MailSession) {
        let transport = CurlTransport()
        self.init(
            session: session,
            findWays: { (place: String) async throws(RemoteError) -> SignInWays in
                let url = place.contains("://") ? place : try await ServerDiscovery().url(for: place)
                return try await SignInWays.find(at: url, transport: transport)
            },
            findDialect: {
                (url: String, userName: String, secret: String) async throws(RemoteError) -> Account.Dialect in
                try await detectDialect(url: url, userName: userName, secret: secret, transport: transport).0
            })
    }

    /// With other ways of finding out.
    public init(
        session: MailSession, findWays: @escaping WaysFinder, findDialect: @escaping DialectFinder
    ) {
        self.session = session
        self.findWays = findWays
        self.findDialect = findDialect
        browser = OAuthSignIn(transport: CurlTransport())
    }

    /// Whether there is a screen on which a browser could open.
    public static var hasBrowser: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    }

    /// - Parameter place: a mail address, or the URL of a server.
    public func ways(of place: String) async throws(RemoteError) -> SignInWays { try await findWays(place) }

    /// Lets a browser sign in, on this machine or, with a code, on any other.
    /// - Parameter clients: what the owners of sign-in servers have registered for us, by host.
    /// - Parameter show: tells the user what to do.
    /// - Returns: the secret; nil where the server has no such way.
    public func withBrowser(
        _ ways: SignInWays, address: String, clients: [String: String],
        show: @escaping @Sendable (SignInPrompt) async -> Void
    ) async throws(RemoteError) -> String? {
        guard let metadata = ways.oauth else { return nil }
        return try await browser.signIn(
            metadata, address: address, hasBrowser: Self.hasBrowser, clientID: clients[metadata.host], show: show
        ).secret
    }

    /// Signs in, and keeps the account. Nothing is kept unless the server lets us in, nor when it was stopped meanwhile.
    public func account(_ request: Request) async throws(SessionError) -> Account {
        if try session.accounts().contains(where: { $0.address.lowercased() == request.address.lowercased() }) {
            throw .accountExists
        }
        let dialect: Account.Dialect
        do throws(RemoteError) {
            let user = request.userName ?? request.address
            if let known = request.dialect {
                dialect = known
            } else {
                dialect = try await findDialect(request.url, user, request.secret)
            }
        } catch {
            throw .remote(error)
        }
        if Task.isCancelled { throw .remote(Self.stopped) }
        let account = try await session.addAccount(
            address: request.address, url: request.url, userName: request.userName, dialect: dialect,
            secret: request.secret, source: request.source)
        guard Task.isCancelled else { return account }
        let session = session
        // A task of its own, since this one does nothing more.
        await Task { try? await session.removeAccount(account.id) }.value
        throw .remote(Self.stopped)
    }

    private static var stopped: RemoteError { RemoteError(.cancelled, call: "sign in") }
}

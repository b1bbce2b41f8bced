import Foundation
public import InboxModel

/// Signing in to a server for the first time, as screens and the command line do it: where the server of an address is, how
/// it lets people in, what it speaks, and the account that comes of it.
public struct SignIn: Sendable {
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
        /// The origins that the secret may go to besides that of the URL, because the user was asked.
        public var approved: [String]
        /// What the owner is called in what they write, where the server does not say.
        public var name: String

        public init(
            address: String, url: String, userName: String? = nil, secret: String, dialect: Account.Dialect? = nil,
            source: SecretSource = .file, approved: [String] = [], name: String = ""
        ) {
            self.address = address
            self.url = url
            self.userName = userName
            self.secret = secret
            self.dialect = dialect
            self.source = source
            self.approved = approved
            self.name = name
        }
    }

    private let session: MailSession
    private let paths: SignInPaths

    /// Asks name servers and the servers themselves.
    public init(session: MailSession) { self.init(session: session, paths: session.network.signIn) }

    /// With other ways of finding out.
    package init(session: MailSession, paths: SignInPaths) {
        self.session = session
        self.paths = paths
    }

    /// Whether there is a screen on which a browser could open.
    public static var hasBrowser: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    }

    /// - Parameter place: a mail address, or the URL of a server.
    /// - Throws: `noServer` when none is found, with where was looked.
    public func ways(of place: String) async throws(RemoteError) -> SignInWays { try await paths.findWays(place) }

    /// Lets a browser sign in, on this machine or, with a code, on any other.
    /// - Parameter clients: what the owners of sign-in servers have registered for us, by host.
    /// - Parameter show: tells the user what to do.
    /// - Returns: the secret; nil where the server has no such way.
    public func withBrowser(
        _ ways: SignInWays, address: String, clients: [String: String],
        show: @escaping @Sendable (SignInPrompt) async -> Void
    ) async throws(RemoteError) -> String? {
        guard let metadata = ways.oauth else { return nil }
        return try await paths.browse(metadata, address, clients[metadata.host], show)
    }

    /// Signs in, and keeps the account. Nothing is kept unless the server lets us in, nor when it was stopped meanwhile.
    /// - Throws: a remote error of the type `unapprovedOrigin` when the server can only be asked at other origins than are approved:
    ///   its `names`.
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
                dialect = try await paths.findDialect(request.url, user, request.secret)
            }
        } catch {
            // Only a JMAP session names other places.
            guard error.type == RemoteError.unapprovedOrigin, !request.approved.isEmpty else { throw .remote(error) }
            dialect = .jmap
        }
        if Task.isCancelled { throw .remote(Self.stopped) }
        let account = try await session.addAccount(
            address: request.address, url: request.url, userName: request.userName, dialect: dialect,
            secret: request.secret, source: request.source, approved: request.approved, name: request.name)
        guard Task.isCancelled else { return account }
        let session = session
        // A task of its own, since this one does nothing more.
        await Task { try? await session.removeAccount(account.id) }.value
        throw .remote(Self.stopped)
    }

    private static var stopped: RemoteError { RemoteError(.cancelled, call: "sign in") }
}

import Foundation
public import InboxModel
import InboxRemote

/// Signing in for the first time, as the screens and the commands do it: finds the server of an address, its ways to sign in and
/// its dialect, and adds the account.
public struct SignIn: Sendable {
    /// What is known of the account before the server is asked.
    public struct Request: Hashable, Sendable {
        public var address: String
        public var url: String
        /// The name to sign in with; nil stands for the address.
        public var userName: String?
        /// A password or token.
        public var secret: String
        /// The server's dialect; nil finds out.
        public var dialect: Account.Dialect?
        /// Where the secret comes from at later starts.
        public var source: SecretSource
        /// The origins that the secret may be sent to besides that of the URL, with the user's consent.
        public var approved: [String]
        /// The owner's name in what they write, if the server does not know it.
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

    /// Creates a sign-in that asks name servers and the servers themselves.
    public init(session: MailSession) { self.init(session: session, paths: session.network.signIn) }

    /// Creates a sign-in that finds out in other ways.
    package init(session: MailSession, paths: SignInPaths) {
        self.session = session
        self.paths = paths
    }

    /// Whether there is a screen on which a browser could open.
    public static var hasBrowser: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    }

    /// - Parameters:
    ///   - place: a mail address, or the URL of a server.
    ///   - dialect: what the server of an address must speak; nil takes the best that there is.
    /// - Throws: `noServer` if none is found, with the places that were tried.
    public func ways(of place: String, speaking dialect: Account.Dialect? = nil) async throws(RemoteError) -> SignInWays
    {
        guard dialect == .imap, !place.contains("://") else { return try await paths.findWays(place) }
        return try await paths.findMail(place)
    }

    /// Signs in with a browser, on this machine or, with a code, on any other.
    /// - Parameter clients: client ids registered with sign-in servers, by host.
    /// - Parameter show: tells the user what to do.
    /// - Returns: the secret; nil if the server has no such way.
    public func withBrowser(
        _ ways: SignInWays, address: String, clients: [String: String],
        show: @escaping @Sendable (SignInPrompt) async -> Void
    ) async throws(RemoteError) -> String? {
        guard let metadata = ways.oauth else { return nil }
        return try await paths.browse(metadata, address, clients[metadata.host], show)
    }

    /// Signs in, and stores the account. Nothing is stored if the server does not accept it, or the task is cancelled.
    /// - Throws: a remote error with the finding `unapprovedOrigins` if the server can only be reached at origins that are not
    ///   approved.
    public func account(_ request: Request) async throws(SessionError) -> Account {
        if try session.accounts().contains(where: { $0.address.lowercased() == request.address.lowercased() }) {
            throw .accountExists
        }
        var request = request
        let dialect: Account.Dialect
        do throws(RemoteError) {
            let user = request.userName ?? request.address
            request.url = try await Self.completed(request.url, paths)
            if let known = request.dialect {
                dialect = known
            } else {
                dialect = try await paths.findDialect(request.url, user, request.secret)
            }
        } catch {
            // Only a JMAP session names other origins.
            guard error.unapprovedOrigins != nil, !request.approved.isEmpty else { throw .remote(error) }
            dialect = .jmap
        }
        if Task.isCancelled { throw .remote(Self.stopped) }
        let account = try await session.addAccount(
            address: request.address, url: request.url, userName: request.userName, dialect: dialect,
            secret: request.secret, source: request.source, approved: request.approved, name: request.name)
        guard Task.isCancelled else { return account }
        let session = session
        // In a task of its own, since this one is cancelled.
        await Task { try? await session.removeAccount(account.id) }.value
        throw .remote(Self.stopped)
    }

    /// Adds the server that sends to the URL of an IMAP server, if it can be found; leaves other URLs as they are.
    static func completed(_ url: String, _ paths: SignInPaths) async throws(RemoteError) -> String {
        guard let places = IMAPPlaces(url: url), places.smtp == nil, !places.onlyReads else { return url }
        return try await paths.findWays(url).url
    }

    /// Whether the URL of an IMAP server lacks the one that sends, although the user did not say that there is none.
    package static func lacksSender(_ url: String) -> Bool {
        IMAPPlaces(url: url).map { $0.smtp == nil && !$0.onlyReads } ?? false
    }

    /// Returns the URL of an IMAP server that names none that sends, as it is with one called HOST; nil for any other URL.
    package static func namingSender(_ url: String) -> String? {
        guard var places = IMAPPlaces(url: url), places.smtp == nil else { return nil }
        places.smtp = MailPlace(host: "HOST", port: 465, security: .tls)
        return places.url
    }

    /// The hosts that the URL of an IMAP server names; none for other URLs.
    package static func mailHosts(of url: String) -> [String] {
        guard let places = IMAPPlaces(url: url) else { return [] }
        let hosts = [places.imap.host, places.smtp?.host].compactMap(\.self)
        return hosts.count == 2 && hosts[0] == hosts[1] ? [hosts[0]] : hosts
    }

    /// Whether a URL names an IMAP server, with the one that sends or without.
    package static func isIMAP(_ url: String) -> Bool { IMAPPlaces(url: url) != nil }

    private static var stopped: RemoteError { RemoteError(.cancelled, call: "sign in") }
}

extension SignInWays {
    /// What a server that was found by an address speaks.
    package var dialect: Account.Dialect { SignIn.isIMAP(url) ? .imap : .jmap }
}

public import InboxModel
package import InboxRemote

/// A source of the remote pictures in mail.
public protocol RemotePictures: Sendable {
    /// Fetches a picture. Reveals as little as possible to its server, and asks only servers on the public internet (W-2).
    /// - Parameter allowsPlain: whether plain http is allowed, because the user agreed.
    func fetch(_ url: String, allowsPlain: Bool) async throws(PictureFetchProblem) -> [UInt8]
}

/// A way to unsubscribe with one request from senders that offer that.
public protocol OneClickUnsubscribing: Sendable {
    /// - Parameter url: the URL that the mail names for this (RFC 8058).
    func leave(_ url: String) async throws(UnsubscribeProblem)
}

/// The process's only way to the network: every request goes through one HTTP client. Screens and commands get this type, never the
/// client itself.
public struct Network: Sendable {
    /// Makes the services that speak the accounts' dialects.
    let services: ServiceMaker
    let signIn: SignInPaths
    /// Fetches the remote pictures in mail; called only when the user asks for them.
    public let pictures: any RemotePictures
    /// Leaves mailing lists with one request (RFC 8058).
    public let unsubscribing: any OneClickUnsubscribing

    /// - Parameters:
    ///   - log: records each exchange with the accounts' servers.
    ///   - certificateFile: a PEM file of certificate authorities to trust besides the system's; if it can't be read, no server is
    ///     trusted.
    public init(log: SessionLog? = nil, certificateFile: String? = nil) {
        let client = CurlTransport(certificateFile: certificateFile)
        let transport: any Transport = log.map { log in NotedTransport(client) { log.exchanged($0) } } ?? client
        let mail: any MailTransport = log.map { log in NotedMailTransport(client) { log.exchanged($0) } } ?? client
        self.init(over: client, services: MailSession.services(over: transport, mail: mail))
    }

    private init(over client: any Transport, services: @escaping ServiceMaker) {
        self.services = services
        signIn = SignInPaths(over: client)
        pictures = PictureFetcher(transport: client)
        unsubscribing = Unsubscriber(transport: client)
    }

    /// Creates a network for services that bring their own way to a server; nothing else can be requested.
    init(services: @escaping ServiceMaker) {
        self.services = services
        signIn = .none
        pictures = NoNetwork()
        unsubscribing = NoNetwork()
    }
}

extension PictureFetcher: RemotePictures {}
extension Unsubscriber: OneClickUnsubscribing {}

private struct NoNetwork: RemotePictures, OneClickUnsubscribing {
    func fetch(_ url: String, allowsPlain: Bool) async throws(PictureFetchProblem) -> [UInt8] { throw .unreachable }
    func leave(_ url: String) async throws(UnsubscribeProblem) { throw .unreachable }
}

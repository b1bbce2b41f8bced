public import InboxModel
package import InboxRemote

/// Pictures of mail that are on other servers.
public protocol RemotePictures: Sendable {
    /// Reveals as little as possible to that server, and asks only servers on the public internet (W-2).
    /// - Parameter allowsPlain: whether plain http is allowed, because the user agreed.
    func fetch(_ url: String, allowsPlain: Bool) async throws(PictureFetchProblem) -> [UInt8]
}

/// Senders that let people unsubscribe with one request.
public protocol OneClickUnsubscribing: Sendable {
    /// - Parameter url: the one that the mail names for that (RFC 8058).
    func leave(_ url: String) async throws(UnsubscribeProblem)
}

/// The only way out of the process: whatever it asks of the network goes through one HTTP client. Screens and commands get this,
/// and never the client itself.
public struct Network: Sendable {
    /// Speaks the dialects of accounts.
    let services: ServiceMaker
    let signIn: SignInPaths
    /// Fetches remote pictures of mail; only the user's request calls it.
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
        self.init(over: client, services: MailSession.services(over: transport))
    }

    private init(over client: any Transport, services: @escaping ServiceMaker) {
        self.services = services
        signIn = SignInPaths(over: client)
        pictures = PictureFetcher(transport: client)
        unsubscribing = Unsubscriber(transport: client)
    }

    /// For accounts of services that bring their own way to a server: nobody else is asked for anything.
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

public import InboxModel
package import InboxRemote

/// Pictures of mails that lie on other servers.
public protocol RemotePictures: Sendable {
    /// Tells that server as little as can be, and asks only those of the public internet (W-2).
    /// - Parameter allowsPlain: whether http will do, because the user was asked.
    func fetch(_ url: String, allowsPlain: Bool) async throws(PictureFetchProblem) -> [UInt8]
}

/// Senders that take one request for it that no more mail is wanted.
public protocol OneClickUnsubscribing: Sendable {
    /// - Parameter url: what the mail names for that (RFC 8058).
    func leave(_ url: String) async throws(UnsubscribeProblem)
}

/// The one way out of a process: what it asks of others, all by the same HTTP client. Screens and commands have what stands
/// here, and never the client.
public struct Network: Sendable {
    /// Speaks the dialects of accounts.
    let services: ServiceMaker
    let signIn: SignInPaths
    /// Fetches pictures of mail that lie elsewhere; nothing calls it unasked.
    public let pictures: any RemotePictures
    /// Leaves mailing lists by one request (RFC 8058).
    public let unsubscribing: any OneClickUnsubscribing

    /// - Parameters:
    ///   - log: hears of each exchange with the servers of accounts.
    ///   - certificateFile: a PEM file of authorities to trust besides the system's; one that cannot be read lets no server in.
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

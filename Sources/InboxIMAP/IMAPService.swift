package import InboxModel
package import InboxRemote

/// A mail server that speaks IMAP (RFC 9051, RFC 3501), and sends by SMTP (RFC 6409).
///
/// IMAP knows messages by a number in a folder, so an index of which message is where is kept beside the store (`IMAPIndex`): looks
/// compare it with the server (`Looks/`), and what they find is told as changes since a number of its log.
package struct IMAPService: Sendable {
    let places: IMAPPlaces
    let credential: MailCredential
    let address: String
    let transport: any MailTransport
    let pool: IMAPPool
    let keeper: IndexKeeper
    let looks: LookKeeper
    let clock: any Clock<Duration>
    let doubt = FolderDoubt()
    var outlineSizes = OutlineSizes()

    /// - Parameters:
    ///   - address: the account's own address, with which mail is sent.
    ///   - indexPath: where the index lies; nil keeps it in memory, as for a first sign-in.
    ///   - clock: counts the time between looks.
    /// - Throws: `refused` if the URL is none of an IMAP server.
    package init(
        url: String, userName: String, secret: String, address: String, transport: any MailTransport,
        indexPath: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) throws(RemoteError) {
        guard let places = IMAPPlaces(url: url) else {
            throw RemoteError(.refused(status: 0, message: "this is no address of an IMAP server"), call: "connect")
        }
        let credential = MailCredential(
            userName: userName.isEmpty ? address : userName, secret: secret, isToken: places.usesToken)
        self.init(
            places, credential: credential, address: address, transport: transport, indexPath: indexPath, clock: clock)
    }

    /// A service of servers that are known.
    package init(
        _ places: IMAPPlaces, credential: MailCredential, address: String, transport: any MailTransport,
        indexPath: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.places = places
        self.credential = credential
        self.address = address
        self.transport = transport
        pool = IMAPPool(places: places, credential: credential, transport: transport, clock: clock)
        keeper = IndexKeeper(path: indexPath)
        looks = LookKeeper(clock: clock)
        self.clock = clock
    }

    /// The index, opened with the first use.
    var index: IMAPIndex {
        get throws(RemoteError) { try keeper.index() }
    }
}

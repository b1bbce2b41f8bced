/// A mail server's address and how to reach it.
public struct MailPlace: Hashable, Sendable {
    public enum Security: String, Hashable, Sendable {
        /// TLS from the first byte (RFC 8314).
        case tls
        /// TLS after a plain greeting, never without.
        case startTLS
        /// No encryption; for this machine only.
        case plain
    }

    public var host: String
    public var port: Int
    public var security: Security

    public init(host: String, port: Int, security: Security) {
        (self.host, self.port, self.security) = (host, port, security)
    }
}

/// What a mail server is shown to sign in.
public struct MailCredential: Hashable, Sendable {
    public var userName: String
    /// A password, or an access token.
    public var secret: String
    /// Whether the secret is an OAuth access token (RFC 7628, XOAUTH2).
    public var isToken: Bool

    public init(userName: String, secret: String, isToken: Bool = false) {
        (self.userName, self.secret, self.isToken) = (userName, secret, isToken)
    }
}

/// An open connection: bytes go both ways.
public struct ByteStream: Sendable {
    /// Fails with a `TransportError`, and ends when the other side hangs up. Dropping it ends the connection.
    public var incoming: AsyncThrowingStream<[UInt8], any Error>
    /// Returns at once. Bytes that can no longer be sent are dropped, and `incoming` then ends.
    public var send: @Sendable ([UInt8]) -> Void

    public init(incoming: AsyncThrowingStream<[UInt8], any Error>, send: @escaping @Sendable ([UInt8]) -> Void) {
        (self.incoming, self.send) = (incoming, send)
    }
}

/// Why a mail server was not reached, or did not do what it was asked.
public enum MailTransportError: Error, Hashable, Sendable {
    case transport(TransportError)
    /// The server does not accept the credential; its own message.
    case signedOut(message: String)
    /// The server refused for good (SMTP 5xx, IMAP NO or BYE before the sign-in); its own message. Nothing was done.
    case refused(message: String)
    /// The server refused for now (SMTP 4xx); its own message. Nothing was done.
    case busy(message: String)
    /// The connection broke after the whole text was given to the server, which may have taken it.
    case uncertain(TransportError)
}

/// A message for a submission server (RFC 6409).
public struct SMTPSubmission: Hashable, Sendable {
    /// The bare address of the sender, without brackets.
    public var sender: String
    /// The bare addresses of all recipients, each once.
    public var recipients: [String]
    /// The message; lines end in CRLF.
    public var bytes: [UInt8]

    public init(sender: String, recipients: [String], bytes: [UInt8]) {
        (self.sender, self.recipients, self.bytes) = (sender, recipients, bytes)
    }
}

/// Reaches mail servers that do not speak HTTP.
public protocol MailTransport: Sendable {
    /// Connects, encrypts and signs in by IMAP (RFC 9051 §6.2). What follows is up to the caller, beginning with its first command.
    func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) -> ByteStream

    /// Hands a message over for sending.
    /// - Returns: the refused recipients with the server's reasons. The others were taken.
    /// - Throws: `uncertain` only if the server may have the message; else it certainly has not.
    func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]

    /// Signs in to a submission server, and hangs up: a proof that it can be used.
    func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError)
}

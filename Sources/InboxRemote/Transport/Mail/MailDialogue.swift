/// What is said with a mail server before the connection belongs to its owner, or until everything is done. It hears the server's lines and
/// returns the bytes to send; it knows no network.
protocol MailDialogue: Sendable {
    /// Without its `s`.
    static var scheme: String { get }
    /// What libcurl is told in the path of the URL.
    static var path: String { get }
    /// Nil as long as it goes on.
    var end: MailDialogueEnd? { get }
    var pace: MailDialoguePace { get }

    /// Hears a line, without its end, while libcurl connects, encrypts, and asks what the server can do.
    mutating func overhear(_ line: [UInt8])
    /// The connection is made, and it is our turn to speak.
    mutating func begin() -> [UInt8]
    /// Hears a line, without its end, from then on.
    /// - Parameter isAllGiven: whether all bytes to send were given to the network.
    mutating func hear(_ line: [UInt8], isAllGiven: Bool) -> [UInt8]

    /// What it means that the connection broke now.
    func meaning(of error: TransportError, isAllGiven: Bool) -> MailTransportError
}

extension MailDialogue {
    func url(of target: RequestTarget, _ security: MailPlace.Security) -> String {
        "\(Self.scheme)\(security == .tls ? "s" : "")://\(target.host)\(target.port.map { ":\($0)" } ?? "")\(Self.path)"
    }
}

enum MailDialogueEnd: Hashable, Sendable {
    /// All following bytes are the owner's.
    case signedIn
    /// - Parameter refused: the recipients that were not taken, with the server's reasons.
    case done(refused: [String: String])
    case failed(MailTransportError)
}

/// How long the server may be silent.
enum MailDialoguePace: Hashable, Sendable {
    /// There is one deadline for connecting and signing in.
    case signingIn
    /// Each answer and each piece of the text has a deadline.
    case talking
    /// The server has the whole text and may take its time (RFC 5321 §4.5.3.2.6).
    case deciding
}

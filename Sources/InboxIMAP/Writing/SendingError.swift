import InboxModel
import InboxRemote

/// What an error of the submission server means.
enum SendingError {
    static let call = "SMTP"

    /// Whether the message has certainly not left.
    static func isCertain(_ error: MailTransportError) -> Bool {
        if case .uncertain = error { false } else { true }
    }

    /// - Parameter isProof: whether the server was only to prove itself: its words then have to say that they are not those of the other
    ///   server.
    static func judged(_ error: MailTransportError, isProof: Bool = false) -> RemoteError {
        func words(_ text: String) -> String { isProof ? "sending: \(text)" : text }
        var judged: RemoteError
        switch error {
        case .transport(let error): judged = Self.judged(error, words).beforeWork
        // In any case: the account's status says that its password is wrong.
        case .signedOut(let message): judged = RemoteError(.signedOut(message: "sending: \(message)"), call: call)
        case .refused(let message): judged = RemoteError(.refused(status: 0, message: words(message)), call: call)
        case .busy(let message):
            judged = RemoteError(.busy(status: 0, message: words(message)), call: call)
            judged.isAboutObject = !isProof
        case .uncertain(let error): judged = Self.judged(error, words)
        }
        if isCertain(error) { judged = judged.beforeWork }
        judged.isAboutSending = judged.nextStep != .signIn
        return judged
    }

    /// The error of a server that does not accept the secret, although the one with the mail does: a provider may not let programs send,
    /// or has another secret for that. To sign in again would not help.
    static func notAccepted(_ message: String) -> RemoteError {
        let message = "the server that sends does not accept the sign-in: \(message)"
        var error = RemoteError(.refused(status: 0, message: message), call: call).beforeWork
        error.isAboutSending = true
        return error
    }

    private static func judged(_ error: TransportError, _ words: (String) -> String) -> RemoteError {
        switch error {
        case .unreachable(let detail), .unconnected(let detail):
            RemoteError(.unreachable(detail: words(detail)), call: call)
        case .timedOut: RemoteError(.unreachable(detail: words("no answer in time")), call: call, finding: .silent)
        case .insecure(let detail): RemoteError(.insecure(detail: words(detail)), call: call)
        case .tooLarge: RemoteError(.unreachable(detail: words("the answer is too long")), call: call)
        case .cancelled: RemoteError(.cancelled, call: call)
        case .badURL: RemoteError(.unreachable(detail: words("the server's address can't be used")), call: call)
        }
    }
}

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
        switch error {
        case .transport(let error): return judged(error, words).beforeWork
        // In any case: the account's status says that its password is wrong.
        case .signedOut(let message):
            return RemoteError(.signedOut(message: "sending: \(message)"), call: call).beforeWork
        case .refused(let message):
            return RemoteError(.refused(status: 0, message: words(message)), call: call).beforeWork
        case .busy(let message):
            var error = RemoteError(.busy(status: 0, message: words(message)), call: call).beforeWork
            error.isAboutObject = !isProof
            return error
        case .uncertain(let error): return judged(error, words)
        }
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

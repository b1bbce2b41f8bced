import InboxModel

/// What an error means for the action that met it. Here, and nowhere else, the four answers are told apart.
enum Verdict: Hashable, Sendable {
    /// It was not done, and can be asked again after a while.
    case retry(after: Duration?)
    /// It was not done, and will be once the user has signed in.
    case signIn
    /// The server said no: asking again is no use.
    case refused
    /// Nobody knows whether it was done: one has to look before asking again.
    case unknown

    /// - Parameter isRepeatable: asking twice does no more than asking once.
    init(_ error: RemoteError, isRepeatable: Bool) {
        switch error.nextStep {
        case .signIn: self = .signIn
        case .drop: self = .refused
        case .reload: self = .retry(after: nil)
        case .retry(let delay):
            self = isRepeatable || error.isBeforeWork || error.reason.isBeforeWork ? .retry(after: delay) : .unknown
        }
    }
}

extension RemoteError.Reason {
    /// Whether the server did nothing for certain.
    fileprivate var isBeforeWork: Bool {
        switch self {
        case .limited, .insecure: true
        // This one says that nothing was done; a mere 500 does not, nor a gateway that lost the answer (502, 504).
        case .busy(let status, _): status == 503
        default: false
        }
    }
}

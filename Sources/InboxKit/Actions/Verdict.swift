import InboxModel

/// What an error means for the action that met it. Only this type distinguishes the four cases.
enum Verdict: Hashable, Sendable {
    /// The action was not done, and can be tried again after a while.
    case retry(after: Duration?)
    /// The action was not done, and will be once the user has signed in.
    case signIn
    /// The server refused the action: trying again is no use.
    case refused
    /// It is unknown whether the action was done, so the client must look before trying again.
    case unknown

    /// - Parameter isRepeatable: whether doing the action twice has the same effect as doing it once.
    init(_ error: RemoteError, isRepeatable: Bool) {
        switch error.nextStep {
        case .signIn: self = .signIn
        case .drop: self = .refused
        case .reload: self = .retry(after: nil)
        case .retry(let delay):
            self = isRepeatable || error.didNothing ? .retry(after: delay) : .unknown
        }
    }
}

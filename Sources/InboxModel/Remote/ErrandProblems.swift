/// Why a picture on another server was not fetched.
public enum PictureFetchProblem: Error, Hashable, Sendable {
    /// Not https, with a user name, or not an address.
    case notAllowed
    /// The server, or one that it redirects to, is not on the public internet.
    case notPublic
    case tooLarge, tooSlow, noPicture
    case refused(status: Int)
    case unreachable
}

/// Why a sender's server did not accept a request to unsubscribe.
public enum UnsubscribeProblem: Error, Hashable, Sendable {
    /// Not https, or with a user name, another port, or this machine.
    case notAllowed
    /// The server is not on the public internet.
    case notPublic
    /// The server redirects the request, which senders must not do (RFC 8058 §3.1).
    case sentOn
    case refused(status: Int)
    /// The request was never sent.
    case unreachable
    /// The server may have accepted the request.
    case noAnswer
}

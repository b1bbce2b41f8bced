/// Why a picture on another server was not fetched.
public enum PictureFetchProblem: Error, Hashable, Sendable {
    /// Not https, with a user name, or no address at all.
    case notAllowed
    /// The server, or one that it sent us on to, is not on the public internet.
    case notPublic
    case tooLarge, tooSlow, noPicture
    case refused(status: Int)
    case unreachable
}

/// Why a sender's server did not take it that no more mail is wanted.
public enum UnsubscribeProblem: Error, Hashable, Sendable {
    /// Not https, with a user name, another port, or this machine.
    case notAllowed
    /// Its server is not on the public internet.
    case notPublic
    /// It wants the request somewhere else, which senders must not (RFC 8058 §3.1).
    case sentOn
    case refused(status: Int)
    /// Nobody was asked.
    case unreachable
    /// It may have been taken all the same.
    case noAnswer
}

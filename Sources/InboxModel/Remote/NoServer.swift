/// The result of a failed search for a server with a supported protocol: the places tried.
public struct NoServer: Hashable, Sendable {
    /// A place to look for a server.
    public enum Place: Hashable, Sendable {
        /// A service record of the address's domain, by name.
        case record(String)
        case url(String)
    }

    /// What was found there.
    public enum Outcome: Hashable, Sendable {
        case noRecord
        /// Nothing accepts connections there.
        case noAnswer
        /// A record that names this server, which is asked next.
        case leadsTo(String)
        /// The transport's own message.
        case unreachable(String)
        case insecure(String)
        /// An answer, but not from a mail server.
        case status(Int)
        case noMail
    }

    /// A place and what was found there.
    public struct Attempt: Hashable, Sendable {
        public var place: Place
        public var outcome: Outcome

        public init(_ place: Place, _ outcome: Outcome) {
            self.place = place
            self.outcome = outcome
        }
    }

    /// The attempts in their order.
    public var attempts: [Attempt]

    public init(attempts: [Attempt]) { self.attempts = attempts }
}

extension NoServer.Outcome {
    /// Nil if the error says nothing about the place.
    public init?(_ error: RemoteError) {
        switch error.reason {
        case .unreachable(let detail): self = .unreachable(detail)
        case .insecure(let detail): self = .insecure(detail)
        case .busy(let status, _), .refused(let status, _): self = status == 0 ? .noMail : .status(status)
        case .limited: self = .status(429)
        case .notFound: self = .status(404)
        case .unreadableAnswer: self = .noMail
        case .signedOut, .stateTooOld, .conflict, .unsupported, .cancelled, .noServer: return nil
        }
    }
}

/// Where a server that speaks what we do was looked for in vain, and what is there instead.
public struct NoServer: Hashable, Sendable {
    /// Where one looks for a server.
    public enum Place: Hashable, Sendable {
        /// A service record of the address's domain, by its name.
        case record(String)
        case url(String)
    }

    /// What was there.
    public enum Outcome: Hashable, Sendable {
        case noRecord
        /// A record that names this server, which was asked next.
        case leadsTo(String)
        /// The transport's own word.
        case unreachable(String)
        case insecure(String)
        /// An answer, and none of a mail server.
        case status(Int)
        case noMail
    }

    /// One look, and what came of it.
    public struct Attempt: Hashable, Sendable {
        public var place: Place
        public var outcome: Outcome

        public init(_ place: Place, _ outcome: Outcome) {
            self.place = place
            self.outcome = outcome
        }
    }

    /// A server of mail that speaks what we do not.
    public struct IMAPServer: Hashable, Sendable {
        public var host: String
        /// Whose it is, where that is a well-known one.
        public var provider: String?
        /// Where that provider speaks JMAP as well.
        public var jmapURL: String?

        public init(host: String, provider: String? = nil, jmapURL: String? = nil) {
            self.host = host
            self.provider = provider
            self.jmapURL = jmapURL
        }
    }

    /// In the order in which they were made.
    public var attempts: [Attempt]
    /// What the address's domain has instead; nil where nothing was found either.
    public var imap: IMAPServer?

    public init(attempts: [Attempt], imap: IMAPServer? = nil) {
        self.attempts = attempts
        self.imap = imap
    }
}

extension NoServer.Outcome {
    /// Nil for an error that says nothing about the place.
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

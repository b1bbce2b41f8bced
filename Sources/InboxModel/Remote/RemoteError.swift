/// Why a call to a server failed, and what to do now.
public struct RemoteError: Error, Hashable, Sendable {
    /// What happened; `nextStep` says what to do now.
    public enum Reason: Hashable, Sendable {
        /// No answer: the name does not resolve, nothing listens, the connection broke or time ran out. `detail` is the transport's
        /// own message.
        case unreachable(detail: String)
        /// The server is there but cannot answer now (5xx); its own words. Like those below, `status` is 0 when the error
        /// stood in an answer whose status was good.
        case busy(status: Int, message: String)
        /// Too many requests (429).
        case limited(message: String)
        /// The server no longer lets us in (401, 403).
        case signedOut(message: String)
        /// The server has no changes from that state on: everything has to be read again.
        case stateTooOld
        /// The server understood and refused; its own words.
        case refused(status: Int, message: String)
        /// The object has been changed since by someone else (409).
        case conflict(message: String)
        /// The object is not there (any more).
        case notFound(message: String)
        /// The answer does not follow the dialect; where in it.
        case unreadableAnswer(detail: String)
        /// The certificate or the encryption failed; the transport's own message.
        case insecure(detail: String)
        /// A call that this dialect cannot make (a feed is read-only).
        case unsupported
        /// We stopped it ourselves.
        case cancelled
        /// No server was found that speaks a known dialect; the places that were tried.
        case noServer(NoServer)
    }

    /// What the caller should do next.
    public enum NextStep: Hashable, Sendable {
        /// Ask again, after a while or at the time that the server named.
        case retry(after: Duration?)
        /// Ask again once the user has signed in.
        case signIn
        /// Read everything anew.
        case reload
        /// It will never work: undo the action and tell the user.
        case drop
    }

    public let reason: Reason
    /// The call that failed, for logs and the outbox: `PUT /messages`. No ids, no query.
    public let call: String
    /// How long the server asked us to wait (Retry-After).
    public let retryAfter: Duration?
    /// The server's own name for the error, where its dialect has such: `overQuota` (RFC 8620 §5.3).
    public let type: String?
    /// What of the call the server did not understand or take: names of arguments or properties.
    public let names: [String]
    /// Whether what was asked for was not begun yet, so that for certain nothing of it was done.
    public package(set) var isBeforeWork = false
    /// Whether it says nothing of other objects: it was said of one of them, or the server stumbled over what was asked of one (500).
    public package(set) var isAboutObject = false

    /// The type of what is said where a sign-in opens another account than the one that was opened before; `names` are those that it
    /// opens, as far as the server told them.
    package static let otherAccount = "otherAccount"
    /// The type of what is said where a server is to be asked at other places than the user has approved (RFC 8620 §8.2); `names`
    /// are their origins, as `https://api.example`.
    package static let unapprovedOrigin = "unapprovedOrigin"
    /// The types of what is said by a server that takes no mail of the user's to send, perhaps only now (RFC 8621 §7.5), and of one
    /// that takes no changes (RFC 8620 §3.6.2).
    package static let forbiddenToSend = "forbiddenToSend"
    package static let accountReadOnly = "accountReadOnly"
    /// The type of what is said where a sign-in is good and opens nothing that has mail.
    package static let noMailAccount = "noMailAccount"
    /// The type of what is said where a server that may still be connected to has said nothing for longer than it should.
    package static let silent = "silent"
    /// Of a call that was bound to a state which is not the server's any more: nothing of it was done (RFC 8620 §5.3).
    package static let stateMismatch = "stateMismatch"
    /// Of a call of which some was done and some not (RFC 8620 §3.6.2).
    package static let partialFail = "serverPartialFail"

    public init(
        _ reason: Reason, call: String, retryAfter: Duration? = nil, type: String? = nil, names: [String] = []
    ) {
        self.reason = reason
        self.call = call
        self.retryAfter = retryAfter
        self.type = type
        self.names = names
    }

    /// Callers should decide by this, not by status or text.
    public var nextStep: NextStep {
        switch reason {
        case .unreachable, .busy, .limited, .unreadableAnswer, .insecure, .cancelled: .retry(after: retryAfter)
        case .signedOut: .signIn
        case .stateTooOld: .reload
        case .refused, .conflict, .notFound, .unsupported, .noServer: .drop
        }
    }
}

extension RemoteError {
    /// What the other side said, without our own words.
    public var summary: String {
        switch reason {
        case .unreachable(let detail), .unreadableAnswer(let detail), .insecure(let detail): detail
        case .busy(_, let message), .limited(let message), .signedOut(let message), .refused(_, let message),
            .conflict(let message), .notFound(let message):
            message
        case .stateTooOld: "the server keeps no changes from that far back"
        case .unsupported: "this server can't do that"
        case .cancelled: "stopped"
        case .noServer: "no server that Maraca works with was found"
        }
    }

    package var isNotFound: Bool { if case .notFound = reason { true } else { false } }
}

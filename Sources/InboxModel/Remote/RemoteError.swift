/// Why a call to a server failed, and what to do next.
public struct RemoteError: Error, Hashable, Sendable {
    /// What happened. `nextStep` says what to do next.
    public enum Reason: Hashable, Sendable {
        /// No answer: the name does not resolve, nothing listens, the connection broke, or the request timed out. `detail` is the
        /// transport's own message.
        case unreachable(detail: String)
        /// The server cannot answer now (5xx), with its own message. Here and below, `status` is 0 if the error was inside a successful
        /// response.
        case busy(status: Int, message: String)
        /// Too many requests (429).
        case limited(message: String)
        /// The server no longer accepts the sign-in (401, 403).
        case signedOut(message: String)
        /// The server can't report changes since that state: everything must be read again.
        case stateTooOld
        /// The server refused; its own message.
        case refused(status: Int, message: String)
        /// Another client has changed the object meanwhile (409).
        case conflict(message: String)
        /// The object does not exist, or no longer.
        case notFound(message: String)
        /// The answer violates the protocol; `detail` says where.
        case unreadableAnswer(detail: String)
        /// The certificate or the encryption is invalid; the transport's own message.
        case insecure(detail: String)
        /// This dialect does not support the call (a feed is read-only).
        case unsupported
        /// Maraca itself cancelled the call.
        case cancelled
        /// No server with a supported protocol was found; the places that were tried.
        case noServer(NoServer)
    }

    /// What the caller should do next.
    public enum NextStep: Hashable, Sendable {
        /// Try again later, or at the time that the server named.
        case retry(after: Duration?)
        /// Try again once the user has signed in.
        case signIn
        /// Read everything again.
        case reload
        /// The call can never succeed: revert the action and tell the user.
        case drop
    }

    public let reason: Reason
    /// The call that failed, for logs and the outbox: `PUT /messages`. No ids, no query.
    public let call: String
    /// How long the server asks to wait (Retry-After).
    public let retryAfter: Duration?
    /// The server's type for the error, if its dialect has types: `overQuota` (RFC 8620 §5.3).
    public let type: String?
    /// The names of arguments or properties that the server did not understand or accept.
    public let names: [String]
    /// Whether the call failed before its work began, so that certainly nothing was done.
    public package(set) var isBeforeWork = false
    /// Whether the error concerns one object only: the server reported it for that object, or failed while processing it (500).
    public package(set) var isAboutObject = false

    /// The error type if a sign-in opens another account than before. `names` are the accounts that it opens, as far as the server
    /// reports them.
    package static let otherAccount = "otherAccount"
    /// The error type if a server refers to origins that the user has not approved (RFC 8620 §8.2). `names` are these origins, as
    /// `https://api.example`.
    package static let unapprovedOrigin = "unapprovedOrigin"
    /// The error type if the name service refers an address to a server outside its domain, which may be forged. `names` is its URL.
    package static let foreignServer = "foreignServer"
    /// The error types if the server accepts no mail from the user, perhaps only for now (RFC 8621 §7.5), and if it accepts no changes
    /// (RFC 8620 §3.6.2).
    package static let forbiddenToSend = "forbiddenToSend"
    package static let accountReadOnly = "accountReadOnly"
    /// The error type if a damaged store has lost where an account's server is, so that there is none to ask.
    package static let lostAddress = "lostAddress"
    /// The error type if a sign-in is valid but opens no account with mail.
    package static let noMailAccount = "noMailAccount"
    /// The error type if a server has been silent for too long, although the connection may still be open.
    package static let silent = "silent"
    /// The error type of an optional call that is not made any more, because the server hung up at it twice.
    package static let hungUp = "hungUp"
    /// The error type of a call that required a state that is no longer current. Nothing was done (RFC 8620 §5.3).
    package static let stateMismatch = "stateMismatch"
    /// The error type of a call of which only a part was done (RFC 8620 §3.6.2).
    package static let partialFail = "serverPartialFail"

    /// The statuses of a place where no API is (any more), such as a page that is shown while the server is worked on: 405 means that it
    /// takes no requests of this kind, 410 that what was there is gone, 421 that the host has another server (RFC 9110 §15.5).
    package static let elsewhere: Set = [404, 405, 410, 421]

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
    /// The other side's message, without our own words.
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

    /// The URL of a server outside the address's domain, which the user has to confirm; nil for any other error.
    package var foreignServer: String? { type == Self.foreignServer ? names.first : nil }

    /// Whether the server certainly did nothing.
    package var didNothing: Bool {
        switch reason {
        case .limited, .insecure: true
        // A status alone says nothing: a gateway that lost the server's answer may send 502, 503 or 504. Who knows that a 503 is the
        // server's own marks it.
        default: isBeforeWork
        }
    }

    package var isNotFound: Bool { if case .notFound = reason { true } else { false } }
}

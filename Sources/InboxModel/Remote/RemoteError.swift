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

    /// What Maraca itself found out. No server can say any of it: whatever a server calls an error is its `type`.
    public enum Finding: Hashable, Sendable {
        /// The sign-in opens other accounts than before: these, as far as the server reports them.
        case otherAccount(names: [String] = [])
        /// The server refers to these origins, as `https://api.example`, which the user has not approved (RFC 8620 §8.2).
        case unapprovedOrigins([String])
        /// The name service refers an address to a server outside its domain, which may be forged; or a place that the user named has a
        /// mail server, but another one than what was asked for there. Nothing is sent to it before the user has confirmed it.
        case foreignServer(url: String)
        /// A damaged store has lost where the account's server is, so that there is none to ask.
        case lostAddress
        /// The sign-in is valid but opens no account with mail.
        case noMailAccount
        /// The server has been silent for too long, although the connection may still be open.
        case silent
        /// An optional call is not made any more, because the server hung up at it twice.
        case hungUp
        /// Not the server failed, but SQLite, with this extended result code, at a file of ours that the call needs.
        case ownFile(code: Int32, path: String)
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
    /// What was found out here; nil if all that is known is what the server said.
    public let finding: Finding?
    /// Whether the call failed before its work began, so that certainly nothing was done.
    public package(set) var isBeforeWork = false
    /// Whether the error concerns one object only: the server reported it for that object, or failed while processing it (500).
    public package(set) var isAboutObject = false
    /// Whether it concerns only a server that sends and does nothing else (SMTP): mail can be read and filed all the same.
    public package(set) var isAboutSending = false

    /// The error types if the server accepts no mail from the user, perhaps only for now (RFC 8621 §7.5), and if it accepts no changes
    /// (RFC 8620 §3.6.2).
    package static let forbiddenToSend = "forbiddenToSend"
    package static let accountReadOnly = "accountReadOnly"
    /// The error type of a call that required a state that is no longer current. Nothing was done (RFC 8620 §5.3).
    package static let stateMismatch = "stateMismatch"
    /// The error type if the server no longer has a file that a message names (RFC 8621 §4.6).
    package static let blobNotFound = "blobNotFound"
    /// The error type of a call of which only a part was done (RFC 8620 §3.6.2).
    package static let partialFail = "serverPartialFail"

    /// The statuses of a place where no API is (any more), such as a page that is shown while the server is worked on: 405 means that it
    /// takes no requests of this kind, 410 that what was there is gone, 421 that the host has another server (RFC 9110 §15.5).
    package static let elsewhere: Set = [404, 405, 410, 421]

    public init(
        _ reason: Reason, call: String, retryAfter: Duration? = nil, type: String? = nil, names: [String] = [],
        finding: Finding? = nil
    ) {
        self.reason = reason
        self.call = call
        self.retryAfter = retryAfter
        self.type = type
        self.names = names
        self.finding = finding
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

    /// The URL of a server that the user has to confirm; nil for any other error.
    package var foreignServer: String? { if case .foreignServer(let url) = finding { url } else { nil } }

    /// The origins that the user has not approved; nil for any other error.
    package var unapprovedOrigins: [String]? {
        if case .unapprovedOrigins(let origins) = finding { origins } else { nil }
    }

    /// The accounts that a sign-in opens instead of the one before, as far as the server reports them; nil for any other error.
    package var otherAccounts: [String]? { if case .otherAccount(let names) = finding { names } else { nil } }

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

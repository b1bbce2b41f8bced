import Synchronization

/// A deviation of the server's JMAP, either found in some real server or simply wrong, with which a client can prove how it
/// handles it.
package struct Oddity: CountedSwitch {
    package enum Kind: String, CaseIterable, Sendable {
        /// The session's URLs are relative.
        case relativeURLs = "relative-urls"
        /// The session's URLs have another origin (localhost for 127.0.0.1, and vice versa).
        case foreignOrigin = "foreign-origin"
        /// The well-known URL leads through six redirects.
        case manyRedirects = "many-redirects"
        /// The well-known URL leads through five redirects, the most that a client should follow.
        case fiveRedirects = "five-redirects"
        /// The well-known URL leads to another origin, as in `foreign-origin`.
        case foreignRedirect = "foreign-redirect"
        /// The session also lists the server's other accounts and lets the client open them.
        case sharedAccounts = "shared-accounts"
        /// At most 2 calls a request, 3 objects a call, 20,000 bytes a request.
        case tinyLimits = "tiny-limits"
        /// Too many ids in a call lead to a refusal of the whole request with status 400.
        case requestLimits = "request-limits"
        /// Each /changes reports one object.
        case smallSteps = "small-steps"
        /// Each /changes reports only what there was at the one before it, so the states of all other answers are ahead of it.
        case statesAhead = "states-ahead"
        /// Once, before the next API request: everything gets another id, and all states are unknown, as after a restore.
        case newIDs = "new-ids"
        /// Once, before the next API request: the two newest threads become one.
        case mergedThreads = "merged-threads"
        /// Once, before the next API request: the newest message of a longer thread gets a thread of its own.
        case splitThreads = "split-threads"
        /// Every state is unknown to /changes and /queryChanges.
        case forgetsStates = "forgets-states"
        /// An unknown state leads to `invalidArguments`.
        case badStateIsInvalid = "bad-state-is-invalid"
        /// Answers have an empty old state.
        case hidesOldState = "hides-old-state"
        /// Each /changes lists its ids twice, the second time in another order.
        case repeatsChanges = "repeats-changes"
        /// Every /queryChanges fails.
        case noQueryChanges = "no-query-changes"
        /// Every anchor is missing.
        case anchorsGone = "anchors-gone"
        /// The `anchor` argument is unknown.
        case noAnchors = "no-anchors"
        /// Submissions can be created, but not read.
        case submissionsUntold = "submissions-untold"
        /// The session says that the account is read-only, and all changes are refused.
        case readOnly = "read-only"
        /// No mailbox has a role.
        case noRoles = "no-roles"
        /// Only the inbox, drafts and sent mail have a role.
        case fewRoles = "few-roles"
        /// No mailbox may be changed.
        case noRights = "no-rights"
        /// An email with the same bytes is not stored twice: `alreadyExists`.
        case alreadyExists = "already-exists"
        /// The first object of each /set is refused.
        case partialSets = "partial-sets"
        /// `ifInState` is ignored.
        case ignoresIfInState = "ignores-if-in-state"
        /// Final submissions are deleted at once.
        case submissionsVanish = "submissions-vanish"
        /// Delayed sending is not supported.
        case noHold = "no-hold"
        /// No submission can be canceled.
        case cannotUnsend = "cannot-unsend"
        /// The changes to an email that a submission implies fail.
        case implicitSetFails = "implicit-set-fails"
        /// Uploads are gone at once.
        case blobsExpire = "blobs-expire"
        /// Downloads end early.
        case shortBlobs = "short-blobs"
        /// Downloads are longer than they should be.
        case longBlobs = "long-blobs"
        /// The event source is empty: status 204.
        case noPush = "no-push"
        /// The session lists no WebSocket, so clients use the event source.
        case noSocket = "no-socket"
        /// The event source sends no pings.
        case noPings = "no-pings"
        /// Each event, and the connection with it, is cut in the middle.
        case halfEvents = "half-events"
        /// Each event comes twice.
        case repeatedEvents = "repeated-events"
        /// Each event is followed by the previous one again: older states after newer ones.
        case reorderedEvents = "reordered-events"
        /// The API takes half a second for each answer.
        case slow
        /// API requests fail with status 401.
        case unauthorized
        /// Status 403.
        case forbidden
        /// Status 404.
        case missing
        /// Status 413.
        case tooLarge = "too-large"
        /// Status 429 with `Retry-After` in seconds.
        case rateLimited = "rate-limited"
        /// Status 503 with `Retry-After` as a date.
        case unavailable
        /// Status 503 without `Retry-After`.
        case broken
        /// The API's answer never ends.
        case endless
        /// The API's answer is cut in the middle.
        case cut
    }

    package var kind: Kind
    /// How many times; nil for always.
    package var count: Int?

    package init(_ kind: Kind, count: Int? = nil) {
        self.kind = kind
        self.count = count
    }
}

/// The currently active oddities.
final class OddityBox: Sendable {
    private let left: Mutex<[Oddity.Kind: Int?]>
    private let shown = Mutex<Set<Oddity.Kind>>([])
    private let reported = Mutex<[String: Int64]>([:])

    init(_ oddities: [Oddity]) {
        left = Mutex(Self.map(oddities))
    }

    /// The deviations that anybody has met so far.
    var met: Set<Oddity.Kind> { shown.withLock(\.self) }

    func set(_ oddities: [Oddity]) {
        left.withLock { $0 = Self.map(oddities) }
    }

    private static func map(_ oddities: [Oddity]) -> [Oddity.Kind: Int?] {
        Dictionary(oddities.map { ($0.kind, $0.count) }, uniquingKeysWith: { $1 })
    }

    /// Whether the server deviates in this way now. Uses up one occurrence of a counted oddity.
    func shows(_ kind: Oddity.Kind) -> Bool { uses(kind, isEvent: false) }

    /// Whether this happens now. Without a count, it happens once.
    func happens(_ kind: Oddity.Kind) -> Bool { uses(kind, isEvent: true) }

    private func uses(_ kind: Oddity.Kind, isEvent: Bool) -> Bool {
        let isOdd = left.withLock { left in
            guard let entry = left[kind] else { return false }
            guard let count = entry ?? (isEvent ? 1 : nil) else { return true }
            if count <= 1 { left[kind] = nil } else { left[kind] = .some(count - 1) }
            return true
        }
        if isOdd { shown.withLock { _ = $0.insert(kind) } }
        return isOdd
    }

    /// Returns the position in the log that was the last one when changes of this kind were requested before.
    func lag(_ what: String, behind now: Int64) -> Int64? { reported.withLock { $0.updateValue(now, forKey: what) } }
}

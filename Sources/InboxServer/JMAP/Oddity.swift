import Synchronization

/// A way in which the server's JMAP is odd, as some real server is, or wrong, so that a client can prove what it does then.
public struct Oddity: CountedSwitch {
    public enum Kind: String, CaseIterable, Sendable {
        /// The session's addresses are relative.
        case relativeURLs = "relative-urls"
        /// The session's addresses are of another origin (localhost for 127.0.0.1, and the other way round).
        case foreignOrigin = "foreign-origin"
        /// The well-known address leads through six redirects.
        case manyRedirects = "many-redirects"
        /// The session lists the server's other accounts too, and lets them be opened.
        case sharedAccounts = "shared-accounts"
        /// 2 calls a request, 3 objects a call, 20,000 bytes a request.
        case tinyLimits = "tiny-limits"
        /// Too many ids in a call: the whole request is refused with status 400.
        case requestLimits = "request-limits"
        /// Each /changes tells of one object.
        case smallSteps = "small-steps"
        /// Every state is unknown to /changes and /queryChanges.
        case forgetsStates = "forgets-states"
        /// An unknown state is `invalidArguments`.
        case badStateIsInvalid = "bad-state-is-invalid"
        /// The old state of an answer is empty.
        case hidesOldState = "hides-old-state"
        /// Each /changes names its ids twice, the second time in another order.
        case repeatsChanges = "repeats-changes"
        /// No /queryChanges can be calculated.
        case noQueryChanges = "no-query-changes"
        /// Every anchor is gone.
        case anchorsGone = "anchors-gone"
        /// Anchors are no arguments that it knows.
        case noAnchors = "no-anchors"
        /// Orders to send are taken, and never told of.
        case submissionsUntold = "submissions-untold"
        /// The session says that the account can only be read, and nothing can be changed in it.
        case readOnly = "read-only"
        /// No mailbox has a role.
        case noRoles = "no-roles"
        /// Only the inbox, drafts and sent mail have a role.
        case fewRoles = "few-roles"
        /// No mailbox may be changed.
        case noRights = "no-rights"
        /// The same bytes are not stored twice: `alreadyExists`.
        case alreadyExists = "already-exists"
        /// The first object of each /set is refused.
        case partialSets = "partial-sets"
        /// `ifInState` is not looked at.
        case ignoresIfInState = "ignores-if-in-state"
        /// Final submissions are forgotten at once.
        case submissionsVanish = "submissions-vanish"
        /// Nothing is held back for later.
        case noHold = "no-hold"
        /// Nothing can be called back.
        case cannotUnsend = "cannot-unsend"
        /// What a submission shall do to its email fails.
        case implicitSetFails = "implicit-set-fails"
        /// Uploads are gone at once.
        case blobsExpire = "blobs-expire"
        /// Downloads end early.
        case shortBlobs = "short-blobs"
        /// Downloads are longer than they should be.
        case longBlobs = "long-blobs"
        /// The event source has nothing: status 204.
        case noPush = "no-push"
        /// The event source sends no pings.
        case noPings = "no-pings"
        /// Each event is cut in the middle, and the connection with it.
        case halfEvents = "half-events"
        /// Each event comes twice.
        case repeatedEvents = "repeated-events"
        /// After each event comes the one before it once more: older states after newer ones.
        case reorderedEvents = "reordered-events"
        /// The API takes half a second for each answer.
        case slow
        /// Requests of the API: status 401.
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

    public var kind: Kind
    /// How often; nil: always.
    public var count: Int?

    public init(_ kind: Kind, count: Int? = nil) {
        self.kind = kind
        self.count = count
    }
}

/// The oddities that are in force.
final class OddityBox: Sendable {
    private let left: Mutex<[Oddity.Kind: Int?]>

    init(_ oddities: [Oddity]) {
        left = Mutex(Self.map(oddities))
    }

    func set(_ oddities: [Oddity]) {
        left.withLock { $0 = Self.map(oddities) }
    }

    private static func map(_ oddities: [Oddity]) -> [Oddity.Kind: Int?] {
        Dictionary(oddities.map { ($0.kind, $0.count) }, uniquingKeysWith: { $1 })
    }

    /// Whether the server is odd in this way; one that is counted has then happened once more.
    func shows(_ kind: Oddity.Kind) -> Bool {
        left.withLock { left in
            guard let entry = left[kind] else { return false }
            guard let count = entry else { return true }
            if count <= 1 { left[kind] = nil } else { left[kind] = .some(count - 1) }
            return true
        }
    }
}

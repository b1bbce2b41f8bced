import InboxModel

/// Holds the session of an account, also across restarts, and reads it again when the server says that it changed.
actor SessionKeeper {
    struct SignedIn: Sendable {
        var session: Session
        var credential: Credential
    }

    private static let shortestPause = Duration.seconds(30)

    private let url: String
    /// The last accepted credential comes first.
    private var credentials: [Credential]
    /// Nil if the secret that the user entered never changes.
    private let tokens: TokenKeeper?
    private let finder: SessionFinder
    private let memory: RemoteMemory
    /// The account that was opened before, by whatever sign-in. No other account is ever opened in its place.
    private let opened: String?
    private var signedIn: SignedIn?
    private var loading: Task<Result<SignedIn, RemoteError>, Never>?
    /// The credential that the server has accepted during this run.
    private var taken: Credential?
    private var isStale = false
    /// The error for an unapproved origin, thrown until it is approved or the session names another.
    private var unapproved: RemoteError?
    /// The error while the server does not list the account, which is rechecked now and then.
    private var missing: RemoteError?
    private var askedAt: Duration?
    private let timeline: Timeline

    /// - Parameters:
    ///   - credentials: the ways to sign in with the user's secret, the likeliest first.
    init(
        url: String, credentials: [Credential], tokens: TokenKeeper?, finder: SessionFinder, memory: RemoteMemory,
        clock: any Clock<Duration>
    ) {
        self.url = url
        timeline = Timeline(clock)
        self.finder = finder
        self.tokens = tokens
        self.memory = memory
        let kept = KeptSession(jsonText: memory.read())
        let isSamePlace = kept.map { finder.approved.contain($0.session.url) } ?? false
        opened = isSamePlace ? kept?.session.account : nil
        if let kept, isSamePlace, let credential = credentials.first(where: { $0.isToken == kept.isToken }) {
            signedIn = SignedIn(session: kept.session, credential: credential)
            self.credentials = [credential] + credentials.filter { $0 != credential }
        } else {
            self.credentials = credentials
        }
    }

    /// Returns the last session. Reads it from the server if there is none or if it changed.
    func current() async throws(RemoteError) -> SignedIn {
        let isDoubted = isStale || unapproved != nil || missing != nil
        var isDue = isDoubted && (askedAt.map { $0 + Self.shortestPause <= timeline.now } ?? true)
        // An unlisted id may be reassigned some day, so no request names it.
        if let missing, !isDue { throw missing }
        if let unapproved, !isDue {
            let places = unapproved.unapprovedOrigins ?? []
            guard let place = places.first, finder.approved.contain(place) else { throw unapproved }
            isDue = true
        }
        if let signedIn, !isDue { return try await fresh(signedIn) }
        do throws(RemoteError) {
            return try await renew()
        } catch {
            // An old session still has the API's URL if it cannot be read again.
            if let signedIn, error.isPassing, missing == nil { return try await fresh(signedIn) }
            throw error
        }
    }

    /// Returns the session as it is now, or was moments ago, because not every server reports that it changed.
    func anew() async throws(RemoteError) -> SignedIn {
        guard askedAt.map({ $0 + Self.shortestPause <= timeline.now }) ?? true else { return try await current() }
        return try await renew()
    }

    /// Returns the session with a fresh token.
    private func fresh(_ signedIn: SignedIn) async throws(RemoteError) -> SignedIn {
        guard let tokens else { return signedIn }
        return SignedIn(session: signedIn.session, credential: .bearer(token: try await tokens.token()))
    }

    /// Replaces a rejected credential.
    /// - Returns: whether there is another one now.
    func replace(_ credential: Credential) async throws(RemoteError) -> Bool {
        if let tokens, case .bearer(let stale) = credential {
            return try await tokens.renewed(after: stale) != stale
        }
        // A server that accepted passwords may require tokens by now.
        guard credentials.count > 1 else { return false }
        return try await renew().credential != credential
    }

    /// Reads the session from the server.
    func renew() async throws(RemoteError) -> SignedIn {
        askedAt = timeline.now
        let task = loading ?? Task { await loaded() }
        loading = task
        guard let result = await task.valueUnlessCancelled() else {
            throw RemoteError(.cancelled, call: SessionFinder.call)
        }
        if case .failure(let error) = result, error.unapprovedOrigins != nil { unapproved = error }
        if case .failure(let error) = result, error.otherAccounts != nil { missing = error }
        let new = try result.get()
        unapproved = nil
        missing = nil
        signedIn = new
        taken = new.credential
        isStale = false
        if credentials.contains(new.credential) {
            credentials = [new.credential] + credentials.filter { $0 != new.credential }
        }
        let kept = KeptSession(session: new.session, isToken: new.credential.isToken)
        if let text = try? kept.jsonText() { await memory.write(text) }
        return new
    }

    /// Records that the server accepted a credential.
    func note(taken credential: Credential) { taken = credential }

    func hasTaken(_ credential: Credential) -> Bool { taken == credential }

    /// Takes the session state of an answer (RFC 8620 §3.4).
    func note(state: String?) {
        guard let state, let known = signedIn?.session.state, known != state else { return }
        isStale = true
    }

    /// Marks the session as outdated, so that the next call reads it again.
    /// - Parameter atOnce: whether to read it even if it was read moments ago.
    func doubt(atOnce: Bool = false) {
        isStale = true
        if atOnce { askedAt = nil }
    }

    private func loaded() async -> Result<SignedIn, RemoteError> {
        defer { loading = nil }
        return await load()
    }

    private func load() async -> Result<SignedIn, RemoteError> {
        if let tokens { return await load(with: tokens) }
        var refusal: RemoteError?
        for credential in credentials {
            do throws(RemoteError) {
                let session = try await finder.find(
                    at: signedIn?.session.url ?? url, credential: credential, known: signedIn?.session.account ?? opened
                )
                return .success(SignedIn(session: session, credential: credential))
            } catch {
                guard case .signedOut = error.reason else { return .failure(error) }
                refusal = refusal ?? error
            }
        }
        return .failure(refusal ?? RemoteError(.signedOut(message: "no password or token"), call: SessionFinder.call))
    }

    private func load(with tokens: TokenKeeper) async -> Result<SignedIn, RemoteError> {
        let (place, known) = (signedIn?.session.url ?? url, signedIn?.session.account ?? opened)
        do throws(RemoteError) {
            var token = try await tokens.token()
            let session: Session
            do throws(RemoteError) {
                session = try await finder.find(at: place, credential: .bearer(token: token), known: known)
            } catch {
                guard case .signedOut = error.reason else { throw error }
                token = try await tokens.renewed(after: token)
                session = try await finder.find(at: place, credential: .bearer(token: token), known: known)
            }
            return .success(SignedIn(session: session, credential: .bearer(token: token)))
        } catch {
            return .failure(error)
        }
    }
}

extension Credential {
    fileprivate var isToken: Bool { if case .bearer = self { true } else { false } }
}

extension RemoteError {
    /// Whether the error may be temporary.
    fileprivate var isPassing: Bool {
        switch reason {
        case .unreachable, .busy, .limited: true
        default: false
        }
    }
}

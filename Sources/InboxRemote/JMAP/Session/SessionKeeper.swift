import Foundation
import InboxModel

/// Holds the session of an account, over restarts too, and reads it anew when the server says that it changed.
actor SessionKeeper {
    /// What is kept with the account.
    private struct Kept: Codable {
        var session: Session
        var isToken: Bool
    }

    struct SignedIn: Sendable {
        var session: Session
        var credential: Credential
    }

    private static let shortestPause = Duration.seconds(30)

    private let url: String
    /// The one that the server took last comes first.
    private var credentials: [Credential]
    /// Nil when what the user gave us stays as it is.
    private let tokens: TokenKeeper?
    private let finder: SessionFinder
    private let memory: RemoteMemory
    /// The account that was opened before, however one signed in then: no other is ever opened in its place.
    private let opened: String?
    private var signedIn: SignedIn?
    private var loading: Task<Result<SignedIn, RemoteError>, Never>?
    /// The one that the server let somebody in with since it is asked by this.
    private var taken: Credential?
    private var isStale = false
    /// The server was to be asked where it may not be: told until that is approved, or its session says otherwise.
    private var unapproved: RemoteError?
    /// The server lists the account no more: told until it does, and asked now and then.
    private var missing: RemoteError?
    private var askedAt: Duration?
    private let timeline: Timeline

    /// - Parameters:
    ///   - credentials: the ways to sign in with what the user gave us, the likeliest first.
    init(
        url: String, credentials: [Credential], tokens: TokenKeeper? = nil, finder: SessionFinder, memory: RemoteMemory,
        clock: any Clock<Duration>
    ) {
        self.url = url
        timeline = Timeline(clock)
        self.finder = finder
        self.tokens = tokens
        self.memory = memory
        let kept = memory.read().flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0.utf8)) }
        let isSamePlace = kept.map { finder.approved.contain($0.session.url) } ?? false
        opened = isSamePlace ? kept?.session.account : nil
        if let kept, isSamePlace, let credential = credentials.first(where: { $0.isToken == kept.isToken }) {
            signedIn = SignedIn(session: kept.session, credential: credential)
            self.credentials = [credential] + credentials.filter { $0 != credential }
        } else {
            self.credentials = credentials
        }
    }

    /// The session as last read; from the server when there is none or when it changed.
    func current() async throws(RemoteError) -> SignedIn {
        let isDoubted = isStale || unapproved != nil || missing != nil
        var isDue = isDoubted && (askedAt.map { $0 + Self.shortestPause <= timeline.now } ?? true)
        // An id that it does not list may be another's some day: nothing is asked about it.
        if let missing, !isDue { throw missing }
        if let unapproved, !isDue {
            guard let place = unapproved.names.first, finder.approved.contain(place) else { throw unapproved }
            isDue = true
        }
        if let signedIn, !isDue { return try await fresh(signedIn) }
        do throws(RemoteError) {
            return try await renew()
        } catch {
            // A session that cannot be read anew still says where the API is.
            if let signedIn, error.isPassing, missing == nil { return try await fresh(signedIn) }
            throw error
        }
    }

    /// The session as the server tells it now, or did just before: not each says when it is another.
    func anew() async throws(RemoteError) -> SignedIn {
        guard askedAt.map({ $0 + Self.shortestPause <= timeline.now }) ?? true else { return try await current() }
        return try await renew()
    }

    /// With a token that is not about to run out.
    private func fresh(_ signedIn: SignedIn) async throws(RemoteError) -> SignedIn {
        guard let tokens else { return signedIn }
        return SignedIn(session: signedIn.session, credential: .bearer(token: try await tokens.token()))
    }

    /// The server did not take a credential.
    /// - Returns: whether there is another now.
    func replace(_ credential: Credential) async throws(RemoteError) -> Bool {
        if let tokens, case .bearer(let stale) = credential {
            return try await tokens.renewed(after: stale) != stale
        }
        // A server that took passwords may want tokens since.
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
        if case .failure(let error) = result, error.type == RemoteError.unapprovedOrigin { unapproved = error }
        if case .failure(let error) = result, error.type == RemoteError.otherAccount { missing = error }
        let new = try result.get()
        unapproved = nil
        missing = nil
        signedIn = new
        taken = new.credential
        isStale = false
        if credentials.contains(new.credential) {
            credentials = [new.credential] + credentials.filter { $0 != new.credential }
        }
        let kept = Kept(session: new.session, isToken: new.credential.isToken)
        if let data = try? JSONEncoder().encode(kept) { await memory.write(String(decoding: data, as: UTF8.self)) }
        return new
    }

    /// The server did what it was asked for with a credential.
    func note(taken credential: Credential) { taken = credential }

    func hasTaken(_ credential: Credential) -> Bool { taken == credential }

    /// Told with every answer (RFC 8620 §3.4).
    func note(state: String?) {
        guard let state, let known = signedIn?.session.state, known != state else { return }
        isStale = true
    }

    /// The next call reads the session first: something that it says is no longer so.
    /// - Parameter atOnce: also when it was read just now.
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
    /// Whether it may be over in a while.
    fileprivate var isPassing: Bool {
        switch reason {
        case .unreachable, .busy, .limited: true
        default: false
        }
    }
}

import Foundation
import InboxModel

/// Holds the tokens of a sign-in and renews them: before they expire, and when a server no longer accepts them. Concurrent requests share
/// one renewal, and so do several processes.
actor TokenKeeper {
    /// Seconds before a token's expiry to renew it, so that no request outlives it.
    private static let margin: TimeInterval = 60

    private var grant: OAuthGrant
    private let endpoint: TokenEndpoint
    private let memory: SecretMemory
    private let now: @Sendable () -> Date
    /// The token in storage if the current grant could not be stored. It is no longer valid.
    private var outdated: String?
    private var renewing: Task<Result<OAuthGrant, RemoteError>, Never>?

    init(
        _ grant: OAuthGrant, transport: any Transport, memory: SecretMemory, now: @escaping @Sendable () -> Date
    ) {
        self.grant = grant
        endpoint = TokenEndpoint(transport: transport, judge: AnswerJudge(now: now))
        self.memory = memory
        self.now = now
    }

    /// - Throws: `signedOut` if the server issues no new token.
    func token() async throws(RemoteError) -> String {
        if outdated != nil { await keepAgain() }
        guard let end = grant.expiresAt, end <= now().addingTimeInterval(Self.margin) else { return grant.accessToken }
        do throws(RemoteError) {
            return try await renewed(after: grant.accessToken)
        } catch {
            // A token that is valid for some seconds is better than none.
            if case .retry = error.nextStep, end > now() { return grant.accessToken }
            throw error
        }
    }

    /// Returns a token other than one that a server rejected.
    func renewed(after stale: String) async throws(RemoteError) -> String {
        guard grant.accessToken == stale else { return grant.accessToken }
        let task = renewing ?? Task { [grant] in await self.renewedOnce(grant) }
        renewing = task
        // The old token may be invalid by now, so no caller cancels the renewal.
        guard let result = await task.valueUnlessCancelled() else {
            throw RemoteError(.cancelled, call: OAuthDiscovery.call)
        }
        return try result.get().accessToken
    }

    private func renewedOnce(_ old: OAuthGrant) async -> Result<OAuthGrant, RemoteError> {
        let result = await renew(old)
        renewing = nil
        if case .success(let new) = result { grant = new }
        return result
    }

    private func renew(_ old: OAuthGrant) async -> Result<OAuthGrant, RemoteError> {
        let lock = await memory.lock()
        defer { withExtendedLifetime(lock) {} }
        // Another process may have renewed it while this one waited.
        if let kept = await memory.read().flatMap({ OAuthGrant(secret: $0) }), kept.accessToken != old.accessToken,
            kept.accessToken != outdated
        {
            return .success(kept)
        }
        // A refresh token that arrives twice may be revoked, and every token with it.
        guard lock != nil else {
            let reason = "another program is renewing the sign-in"
            return .failure(RemoteError(.busy(status: 0, message: reason), call: OAuthDiscovery.call))
        }
        guard let refresh = old.refreshToken else { return .failure(Self.signedOut("the sign-in has expired")) }
        do throws(RemoteError) {
            let answer = try await endpoint.tokens(
                old.tokenURL,
                [("grant_type", "refresh_token"), ("refresh_token", refresh), ("client_id", old.clientID)])
            let new = OAuthGrant(
                issuer: old.issuer, tokenURL: old.tokenURL, clientID: old.clientID, answer: answer, now: now(), old: old
            )
            // Stored before it is used, because the old one may be invalid from now on.
            return .success(await keep(new, insteadOf: outdated ?? old.accessToken))
        } catch {
            return .failure(error.ofRenewal)
        }
    }

    /// Stores a grant, unless the user has signed in again meanwhile. A failed write is repeated with every request: the old grant would be
    /// useless at the next start.
    /// - Returns: the grant to use from now on.
    private func keep(_ new: OAuthGrant, insteadOf old: String) async -> OAuthGrant {
        if let secret = await memory.read() {
            // Nil for a password, which is as new as another grant.
            let stored = OAuthGrant(secret: secret)
            if stored?.accessToken != old, stored?.accessToken != new.accessToken {
                outdated = nil
                return stored ?? new
            }
        }
        outdated = await memory.write(new.secret) ? nil : old
        return new
    }

    private func keepAgain() async {
        let lock = await memory.lock()
        defer { withExtendedLifetime(lock) {} }
        // Later, if another process is busy with the secret.
        guard let outdated, lock != nil else { return }
        let mine = grant
        let kept = await keep(mine, insteadOf: outdated)
        // Where no lock can be made, a renewal may have ended meanwhile.
        if grant == mine { grant = kept }
    }

    fileprivate static func signedOut(_ message: String) -> RemoteError {
        RemoteError(.signedOut(message: message), call: OAuthDiscovery.call)
    }
}

extension RemoteError {
    /// What a token endpoint says if it will never issue a token for this grant or this client: the errors of RFC 6749 §5.2, and those by
    /// which servers ask for the user (OpenID Connect Core §3.1.2.6).
    private static let finalErrors: Set = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
        "invalid_scope", "access_denied", "interaction_required", "login_required", "consent_required",
    ]

    /// The error of a renewal: the user has to sign in again only if the server says so itself. Anything else may pass, and refuses nothing
    /// that the token is needed for.
    fileprivate var ofRenewal: RemoteError {
        if case .refused = reason, let type, Self.finalErrors.contains(type) { return TokenKeeper.signedOut(summary) }
        if case .retry = nextStep { return self }
        return RemoteError(.busy(status: 0, message: summary), call: call, retryAfter: retryAfter)
    }
}

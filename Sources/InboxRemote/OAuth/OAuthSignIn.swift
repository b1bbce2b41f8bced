package import Foundation
package import InboxModel

/// Signs in without a password: in a browser on this machine, or with a code on any other device.
package struct OAuthSignIn: Sendable {
    /// For servers without dynamic registration.
    private static let usualClientID = "maraca"
    private static let call = OAuthDiscovery.call
    private static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
    /// Where a browser on this machine would be sent, if none is used.
    private static let anyRedirect = "http://127.0.0.1/"

    private let endpoint: TokenEndpoint
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    package init(
        transport: any Transport, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        endpoint = TokenEndpoint(transport: transport, judge: AnswerJudge(now: now))
        self.clock = clock
        self.now = now
    }

    /// Signs in the way that fits: in the browser if there is one, else with a code, if the server supports it.
    /// - Parameter clientID: the id that the server's operator registered for this client; nil registers it if possible.
    package func signIn(
        _ metadata: OAuthMetadata, address: String, hasBrowser: Bool, clientID: String? = nil,
        show: @escaping @Sendable (SignInPrompt) async -> Void
    ) async throws(RemoteError) -> OAuthGrant {
        if metadata.hasDevice, !hasBrowser || !metadata.hasBrowser {
            return try await withCode(metadata, clientID: clientID, show: show)
        }
        return try await inBrowser(metadata, address: address, clientID: clientID, show: show)
    }

    // MARK: Browser (RFC 6749 §4.1, RFC 7636, RFC 8252)

    func inBrowser(
        _ metadata: OAuthMetadata, address: String, clientID: String?, show: @Sendable (SignInPrompt) async -> Void
    ) async throws(RemoteError) -> OAuthGrant {
        guard let page = metadata.authorizationURL else { throw RemoteError(.unsupported, call: Self.call) }
        let receiver = try LoopbackReceiver()
        let client = try await registered(clientID, metadata, redirect: receiver.redirectURL)
        let key = ProofKey()
        var fields = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", receiver.redirectURL),
            ("state", key.state), ("code_challenge", key.challenge), ("code_challenge_method", "S256"),
        ]
        if !metadata.scopes.isEmpty { fields.append(("scope", metadata.scopes.joined(separator: " "))) }
        if !address.isEmpty { fields.append(("login_hint", address)) }
        if let resource = metadata.resource { fields.append(("resource", resource)) }
        let query = fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        await show(.visit(url: page + (page.contains("?") ? "&" : "?") + query))
        let answer = try await receiver.answer(to: key.state)
        if let error = answer["error"] { throw Self.refusal(error, answer["error_description"]) }
        // The issuer of the answer (RFC 9207): a code must be sent only to its own server.
        if let issuer = answer["iss"] ?? (metadata.namesItself ? "" : nil), issuer != metadata.issuer {
            throw RemoteError(.insecure(detail: "the answer came from another server"), call: Self.call)
        }
        guard let code = answer["code"], !code.isEmpty else {
            throw RemoteError(.unreadableAnswer(detail: "the answer has no code"), call: Self.call)
        }
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", receiver.redirectURL),
            ("client_id", client), ("code_verifier", key.verifier),
        ]
        if let resource = metadata.resource { form.append(("resource", resource)) }
        return grant(metadata, client, try await endpoint.tokens(metadata.tokenURL, form))
    }

    // MARK: Code (RFC 8628)

    func withCode(
        _ metadata: OAuthMetadata, clientID: String?, show: @Sendable (SignInPrompt) async -> Void
    ) async throws(RemoteError) -> OAuthGrant {
        guard let url = metadata.deviceURL else { throw RemoteError(.unsupported, call: Self.call) }
        let client = try await registered(clientID, metadata, redirect: nil)
        var form = [("client_id", client)]
        if !metadata.scopes.isEmpty { form.append(("scope", metadata.scopes.joined(separator: " "))) }
        let device = try await endpoint.post(Device.self, url, form)
        await show(.enter(code: device.user_code, url: device.verification_uri))
        let end = now().addingTimeInterval(TimeInterval(max(device.expires_in, 1)))
        var pause = Duration.seconds(min(max(device.interval ?? 5, 1), 60))
        while now() < end {
            do { try await clock.wait(pause) } catch { throw RemoteError(.cancelled, call: Self.call) }
            do throws(RemoteError) {
                let answer = try await endpoint.tokens(
                    metadata.tokenURL,
                    [("grant_type", Self.deviceGrant), ("device_code", device.device_code), ("client_id", client)])
                return grant(metadata, client, answer)
            } catch {
                switch error.type {
                case "authorization_pending": break
                case "slow_down": pause += .seconds(5)
                case let type?: throw Self.refusal(type, nil)
                // A lost connection does not end the sign-in; polling becomes slower (§3.5).
                case nil:
                    guard case .retry = error.nextStep, error.reason != .cancelled else { throw error }
                    pause = min(pause * 2, .seconds(60))
                }
            }
        }
        throw Self.refusal("expired_token", nil)
    }

    private struct Device: Decodable {
        var device_code: String
        var user_code: String
        var verification_uri: String
        var expires_in: Int
        var interval: Int?

        private enum CodingKeys: String, CodingKey {
            case device_code, user_code, verification_uri, expires_in, interval
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            device_code = try fields.required(.device_code)
            user_code = try fields.required(.user_code)
            verification_uri = try fields.required(.verification_uri)
            expires_in = fields.whole(.expires_in) ?? 600
            interval = fields.whole(.interval)
        }
    }

    // MARK: Both

    private func grant(_ metadata: OAuthMetadata, _ client: String, _ answer: TokenAnswer) -> OAuthGrant {
        OAuthGrant(
            issuer: metadata.issuer, tokenURL: metadata.tokenURL, clientID: client, answer: answer, now: now())
    }

    /// Returns the client id. Registers this client if needed and possible (RFC 7591).
    private func registered(_ known: String?, _ metadata: OAuthMetadata, redirect: String?)
        async throws(RemoteError) -> String
    {
        if let known { return known }
        guard let url = metadata.registrationURL else { return Self.usualClientID }
        // A server that has both ways may register none for codes only (Stalwart), and wants to know where a browser would go.
        let isForBrowser = redirect != nil || metadata.authorizationURL != nil
        let grants =
            (isForBrowser ? ["authorization_code"] : []) + (redirect == nil ? [Self.deviceGrant] : [])
            + ["refresh_token"]
        var client: [String: JSON] = [
            "client_name": "Maraca", "redirect_uris": .strings(isForBrowser ? [redirect ?? Self.anyRedirect] : []),
            "grant_types": .strings(grants), "response_types": .strings(isForBrowser ? ["code"] : []),
            "token_endpoint_auth_method": "none", "application_type": "native",
        ]
        // What is not registered may not be granted.
        if !metadata.scopes.isEmpty { client["scope"] = .string(metadata.scopes.joined(separator: " ")) }
        return try await endpoint.post(Registered.self, url, json: client.json).client_id
    }

    private struct Registered: Decodable { var client_id: String }

    private static func refusal(_ type: String, _ description: String?) -> RemoteError {
        let message =
            switch type {
            case "access_denied": "the sign-in was refused"
            case "expired_token": "the code has expired"
            default: ([type] + [description].compactMap(\.self)).joined(separator: ": ").inOneLine
            }
        return RemoteError(.signedOut(message: String(message.prefix(200))), call: call, type: type)
    }
}

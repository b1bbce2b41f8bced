package import InboxModel

extension SignInWays {
    /// Asks a server, without a secret, how users sign in.
    /// - Parameter url: the server's base URL.
    package static func find(at url: String, transport: any Transport) async throws(RemoteError) -> SignInWays {
        guard let oauth = try await OAuthDiscovery(transport: transport).metadata(for: url) else {
            return SignInWays(url: url, takesPassword: true)
        }
        let challenge = try await challenge(of: url, transport)
        // A server that names other schemes only does not accept it (RFC 9110 §11.6.1).
        let takesPassword = challenge.isEmpty || challenge.lowercased().contains("basic")
        return SignInWays(url: url, takesPassword: takesPassword, oauth: oauth)
    }

    private static func challenge(of url: String, _ transport: any Transport) async throws(RemoteError) -> String {
        let place = "/.well-known/jmap".resolved(against: url)
        var request = HTTPRequest(url: place, totalTimeout: .seconds(30), maxResponseBytes: 1 << 20)
        do throws(TransportError) {
            var response = try await transport.send(request)
            if (300...399).contains(response.status), let next = response.headers["Location"]?.resolved(against: place),
                Origin(next) == Origin(place)
            {
                request.url = next
                response = try await transport.send(request)
            }
            return response.status == 401 ? response.headers.list("WWW-Authenticate") : ""
        } catch {
            throw AnswerJudge.error(error, call: OAuthDiscovery.call)
        }
    }
}

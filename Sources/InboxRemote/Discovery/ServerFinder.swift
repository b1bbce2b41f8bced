package import InboxModel

/// Finds the server of an address or behind a URL, its sign-in methods and its dialect. If there is none, the error lists what was tried
/// and says whether the mail is on an IMAP server.
package struct ServerFinder: Sendable {
    private let transport: any Transport
    private let names: NameQuestions

    package init(transport: any Transport) { self.init(transport: transport, names: .system) }

    init(transport: any Transport, names: NameQuestions) {
        self.transport = transport
        self.names = names
    }

    /// Returns how users sign in, without sending a secret.
    /// - Parameter place: a mail address, or the URL of a server.
    /// - Throws: `noServer` if no supported server is there.
    package func ways(of place: String) async throws(RemoteError) -> SignInWays {
        guard place.contains("://") else { return try await ways(ofAddress: place) }
        do throws(RemoteError) {
            return try await SignInWays.find(at: place, transport: transport)
        } catch {
            throw await explained(error, at: place)
        }
    }

    /// - Throws: the errors of `detectDialect`, and `noServer` also if only an IMAP server answers.
    package func dialect(url: String, userName: String, secret: String) async throws(RemoteError) -> Account.Dialect {
        do throws(RemoteError) {
            return try await detectDialect(url: url, userName: userName, secret: secret, transport: transport).0
        } catch {
            throw await explained(error, at: url)
        }
    }

    private func ways(ofAddress address: String) async throws(RemoteError) -> SignInWays {
        let place = try await ServerDiscovery(services: names.services).place(of: address)
        var search = NoServer(attempts: [
            .init(.record(place.recordName), place.host.map { .leadsTo($0) } ?? .noRecord)
        ])
        do throws(RemoteError) {
            let ways = try await SignInWays.find(at: place.url, transport: transport)
            // A domain with a service record has a JMAP server; one without may have only a web site there.
            if place.host != nil || ways.oauth != nil { return ways }
            guard let noSession = try await outcomeUnlessJMAP(at: place.url, transport) else { return ways }
            search.attempts.append(.init(.url("/.well-known/jmap".resolved(against: place.url)), noSession))
            guard let noAPI = try await outcomeUnlessInboxAPI(at: place.url, transport) else { return ways }
            search.attempts.append(.init(.url(place.url + "/account"), noAPI))
        } catch {
            guard let outcome = NoServer.Outcome(error) else { throw error }
            search.attempts.append(.init(.url(place.url), outcome))
        }
        search.imap = await IMAPLookup(names: names).server(of: place.domain)
        throw RemoteError(.noServer(search), call: ServerDiscovery.call)
    }

    /// Adds the IMAP server, if any, to an error that may mean another protocol.
    private func explained(_ error: RemoteError, at url: String) async -> RemoteError {
        var search: NoServer
        switch error.reason {
        case .noServer(let known): search = known
        case .unreachable(let detail): search = NoServer(attempts: [.init(.url(url), .unreachable(detail))])
        default: return error
        }
        // A numeric address has no records, and the user knows what runs on this machine.
        guard let target = RequestTarget(url: url), !target.isLoopback, target.host.contains(where: \.isLetter),
            !target.host.hasPrefix("[")
        else { return error }
        search.imap = await IMAPLookup(names: names).server(of: target.host)
        // If there is no IMAP server, the original error is clearer.
        if search.imap == nil, case .unreachable = error.reason { return error }
        return RemoteError(.noServer(search), call: error.call)
    }
}

package import InboxModel

/// Finds the server of an address or behind a URL, its sign-in methods and its dialect. If there is none, the error lists what was tried.
package struct ServerFinder: Sendable {
    private let transport: any Transport
    private let names: NameQuestions

    package init(transport: any Transport) { self.init(transport: transport, names: .system) }

    init(transport: any Transport, names: NameQuestions) {
        self.transport = transport
        self.names = names
    }

    private var lookup: MailServerLookup { MailServerLookup(names: names) }

    /// Returns how users sign in, without sending a secret. Of an address, a JMAP or Inbox API server is preferred to one of IMAP.
    /// - Parameter place: a mail address, or the URL of a server.
    /// - Throws: `noServer` if no supported server is there; an error with the finding `foreignServer` if one was found that the user has
    ///   to confirm.
    package func ways(of place: String) async throws(RemoteError) -> SignInWays {
        guard place.contains("://") else { return try await ways(ofAddress: place) }
        if IMAPPlaces.isPlace(place) { return try await ways(ofMailServer: place) }
        do throws(RemoteError) {
            return try await SignInWays.find(at: place, transport: transport)
        } catch {
            throw await explained(error, at: place)
        }
    }

    /// The same, of IMAP servers only.
    /// - Parameter address: a mail address.
    package func mailWays(ofAddress address: String) async throws(RemoteError) -> SignInWays {
        let place = try await ServerDiscovery(services: { _ in [] }).place(of: address)
        if let known = MailProvider.of(address: address) { return known.ways }
        return try await mailWays(of: place.domain, after: NoServer(attempts: []), prefersJMAP: false)
    }

    /// - Throws: the errors of `detectDialect`, and `noServer` with the finding `foreignServer` if only an IMAP server answers.
    package func dialect(url: String, userName: String, secret: String) async throws(RemoteError) -> Account.Dialect {
        // What speaks IMAP must not be asked by HTTP, which would show it the secret.
        if IMAPPlaces.isPlace(url) { return .imap }
        do throws(RemoteError) {
            return try await detectDialect(url: url, userName: userName, secret: secret, transport: transport).0
        } catch {
            throw await explained(error, at: url)
        }
    }

    private func ways(ofAddress address: String) async throws(RemoteError) -> SignInWays {
        // Nobody need be asked where the mail of a well-known provider is.
        if let known = MailProvider.of(address: address), known.jmapURL == nil { return known.ways }
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
        return try await mailWays(of: place.domain, after: search, prefersJMAP: true)
    }

    /// - Parameter search: what was tried before.
    private func mailWays(of domain: String, after search: NoServer, prefersJMAP: Bool) async throws(RemoteError)
        -> SignInWays
    {
        guard let found = await lookup.servers(of: domain, sendsFor: domain) else {
            var search = search
            search.attempts += [
                .init(.record("_imaps._tcp.\(domain)"), .noRecord), .init(.url("imaps://imap.\(domain)"), .noAnswer),
            ]
            throw RemoteError(.noServer(search), call: ServerDiscovery.call)
        }
        if prefersJMAP, let url = found.provider?.jmapURL { throw Self.foreign(domain, url) }
        // As with JMAP: records may be forged, so the user must confirm servers outside the domain.
        guard found.isWithin(domain) else { throw Self.foreign(domain, found.places.url) }
        return found.ways
    }

    private func ways(ofMailServer url: String) async throws(RemoteError) -> SignInWays {
        guard let places = IMAPPlaces(url: url) else {
            let message = "that is no address of an IMAP server, such as imaps://imap.example.org"
            throw RemoteError(.refused(status: 0, message: message), call: ServerDiscovery.call)
        }
        let found = await lookup.completed(places, namesSecret: url.contains("auth="))
        let domain = MailServerLookup.domain(of: places.imap.host)
        let isNamed = places.smtp != nil || found.provider != nil
        guard isNamed || found.isWithin(domain) else { throw Self.foreign(domain, found.places.url) }
        return found.ways
    }

    private static func foreign(_ domain: String, _ url: String) -> RemoteError {
        let detail = "\(domain) points to \(url.inOneLine); give that address if you trust it"
        return RemoteError(.insecure(detail: detail), call: ServerDiscovery.call, finding: .foreignServer(url: url))
    }

    /// Adds the IMAP server, if any, to an error that may mean another protocol.
    private func explained(_ error: RemoteError, at url: String) async -> RemoteError {
        var search: NoServer
        switch error.reason {
        case .noServer(let known): search = known
        case .unreachable(let detail): search = NoServer(attempts: [.init(.url(url), .unreachable(detail))])
        default: return error
        }
        guard let target = RequestTarget(url: url), RequestTarget.mayHaveRecords(target.host),
            let found = await lookup.servers(of: target.host, sendsFor: MailServerLookup.domain(of: target.host))
        else { return error }
        let place = found.provider?.jmapURL ?? found.places.url
        return RemoteError(.noServer(search), call: error.call, finding: .foreignServer(url: place))
    }
}

extension MailProvider {
    var ways: SignInWays {
        var ways = SignInWays(url: url, takesPassword: true)
        ways.provider = self
        return ways
    }
}

import InboxModel

/// Finds the IMAP server of a domain, and the server that sends its mail. Connects at most to see who is there, and sends nothing.
struct MailServerLookup: Sendable {
    struct Found: Hashable, Sendable {
        var places: IMAPPlaces
        var provider: MailProvider?

        /// Whether all servers are in a domain.
        func isWithin(_ domain: String) -> Bool {
            [places.imap.host, places.smtp?.host].compactMap(\.self).allSatisfy { $0.isWithin(domain) }
        }

        var ways: SignInWays {
            var ways = SignInWays(url: places.url, takesPassword: true)
            ways.provider = provider
            return ways
        }
    }

    private static let (imaps, imap, submissions, submission) = (993, 143, 465, 587)
    /// The first parts of hosts that serve mail for the domain that follows.
    private static let services: Set = ["imap", "imaps", "imap4", "mail", "mx", "pop", "post", "secureimap"]

    let names: NameQuestions

    /// - Parameters:
    ///   - domain: an address's domain, or a host name.
    ///   - sender: the domain whose submission server is looked for.
    func servers(of domain: String, sendsFor sender: String) async -> Found? {
        async let secure = names.services("_imaps._tcp.\(domain)")
        async let other = names.services("_imap._tcp.\(domain)")
        // Many domains are hosted by a few providers, whose servers are known better than from anybody's records.
        if let provider = MailProvider.of(exchanges: await names.exchanges(domain).map(\.target)) {
            return Self.found(provider)
        }
        let records = await (secure, other)
        var imap = MailPlace.first(of: records.0, .tls) ?? MailPlace.first(of: records.1, .startTLS)
        if imap == nil {
            imap = await listening(["imap.\(domain)", "mail.\(domain)", domain], [Self.imaps, Self.imap])
        }
        guard let imap else { return nil }
        return Found(places: IMAPPlaces(imap: imap, smtp: await sending(for: imap.host, sender)))
    }

    /// Completes the place of an IMAP server that the user named: with the server that sends, and with what its provider wants as the
    /// secret.
    func completed(_ places: IMAPPlaces, namesSecret: Bool) async -> Found {
        var found = Found(places: places, provider: MailProvider.of(server: places.imap.host))
        if let known = found.provider.flatMap(Self.found) {
            if !places.onlyReads { found.places.smtp = places.smtp ?? known.places.smtp }
            if !namesSecret { found.places.usesToken = known.places.usesToken }
        }
        // A numeric address has no records, and the user knows what runs on this machine.
        guard found.places.smtp == nil, !places.onlyReads, RequestTarget.mayHaveRecords(places.imap.host) else {
            return found
        }
        found.places.smtp = await sending(for: places.imap.host, Self.domain(of: places.imap.host))
        return found
    }

    /// Finds the submission server of a domain (RFC 6186 §3.1, RFC 8314 §5.1); nil if there is none.
    private func sending(for imap: String, _ domain: String) async -> MailPlace? {
        async let secure = names.services("_submissions._tcp.\(domain)")
        async let other = names.services("_submission._tcp.\(domain)")
        let records = await (secure, other)
        if let place = MailPlace.first(of: records.0, .tls) ?? MailPlace.first(of: records.1, .startTLS) {
            return place
        }
        return await listening(
            ["smtp.\(domain)", imap, "mail.\(domain)", domain], [Self.submissions, Self.submission])
    }

    /// The first of these places where anybody listens, of each host the ports in their order.
    private func listening(_ hosts: [String], _ ports: [Int]) async -> MailPlace? {
        let places = hosts.flatMap { host in
            ports.map { port in
                let isUpgraded = port == Self.imap || port == Self.submission
                return MailPlace(host: host, port: port, security: isUpgraded ? .startTLS : .tls)
            }
        }
        let answers = await withTaskGroup(of: (Int, Bool).self) { group in
            for (index, place) in places.enumerated() {
                group.addTask { (index, await names.answers(place.host, place.port)) }
            }
            return await group.reduce(into: Set<Int>()) { if $1.1 { $0.insert($1.0) } }
        }
        return answers.min().map { places[$0] }
    }

    private static func found(_ provider: MailProvider) -> Found? {
        IMAPPlaces(url: provider.url).map { Found(places: $0, provider: provider) }
    }

    /// The domain that a host serves the mail of.
    static func domain(of host: String) -> String {
        let rest = host.drop { $0 != "." }.dropFirst()
        return services.contains(String(host.prefix { $0 != "." })) && rest.contains(".") ? String(rest) : host
    }
}

extension MailPlace {
    /// Returns the place that records name first; nil if they name none (RFC 6186 §3.4).
    fileprivate static func first(of records: [ServiceRecord], _ security: Security) -> MailPlace? {
        let named = records.filter {
            $0.port > 0 && RequestTarget(url: "https://\($0.target)")?.host == $0.target.lowercased()
        }
        return named.min { $0.rank < $1.rank }
            .map { MailPlace(host: $0.target.lowercased(), port: $0.port, security: security) }
    }
}

extension String {
    /// Whether a host is a domain, or lies in it.
    func isWithin(_ domain: String) -> Bool { self == domain || hasSuffix("." + domain) }
}

extension RequestTarget {
    /// Whether a host is a name that others than this machine know.
    static func mayHaveRecords(_ host: String) -> Bool {
        guard let target = RequestTarget(url: "https://\(host)"), !target.isLoopback else { return false }
        return target.host.contains(where: \.isLetter) && !target.host.hasPrefix("[")
    }
}

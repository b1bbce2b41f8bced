/// A well-known provider of mail over IMAP, and what is known of it without asking anybody.
package struct MailProvider: Hashable, Sendable {
    /// What it wants as the secret.
    package enum Secret: Hashable, Sendable {
        /// The user's own password.
        case password
        /// A password for one program, which the user makes on a page of the provider.
        case appPassword(page: String)
        /// An OAuth access token, which is worth nothing after an hour or so.
        case accessToken
    }

    package var name: String
    package var imapHost: String
    /// The URL of the server that sends: `smtps://smtp.example.org`.
    package var smtp: String
    package var secret = Secret.password
    /// Whether users have to allow mail programs in the settings of their mailbox first.
    package var isOffAtFirst = false
    /// The domains of its addresses.
    package var domains: Set<String> = []
    /// Names under which it has a domain in many countries: `yahoo` stands for `yahoo.fr` and `yahoo.co.uk`.
    package var families: Set<String> = []
    /// The ends of the names of its MX hosts, by which a domain that it hosts is recognized.
    package var exchanges: [String] = []
    /// Its JMAP server, which is preferred.
    package var jmapURL: String?

    /// The URL of an account there over IMAP.
    package var url: String { "imaps://\(imapHost)?smtp=\(smtp)" + (secret == .accessToken ? "&auth=token" : "") }
}

extension MailProvider {
    /// Returns the provider of a mail address; nil if it is not known by the domain alone.
    package static func of(address: String) -> MailProvider? {
        guard let at = address.lastIndex(of: "@") else { return nil }
        let domain = address[address.index(after: at)...].lowercased()
        if let known = known.first(where: { $0.domains.contains(domain) }) { return known }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        // Not other people's domains, such as `live.example.org`.
        let isCountry = labels.last.map { 2...3 ~= $0.count } == true
        guard isCountry, labels.count == 2 || labels.count == 3 && ["co", "com"].contains(labels[1]) else { return nil }
        return known.first { $0.families.contains(String(labels[0])) }
    }

    /// Returns the provider that receives the mail of a domain with these MX hosts; nil if unknown.
    package static func of(exchanges: [String]) -> MailProvider? {
        let names = exchanges.map { $0.lowercased() }
        return known.first { provider in
            provider.exchanges.contains { end in names.contains { $0 == end || $0.hasSuffix("." + end) } }
        }
    }

    /// Returns the provider whose IMAP server a URL or a host names; nil if it is no known one.
    package static func of(server: String) -> MailProvider? {
        let rest = server.firstRange(of: "://").map { server[$0.upperBound...] } ?? server[...]
        let host = rest.prefix { !"/?#:".contains($0) }.lowercased()
        return known.first { $0.imapHost == host }
    }
}

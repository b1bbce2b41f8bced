import InboxModel

/// Finds out whether a domain's mail is on a server that speaks IMAP. Used only if the domain has no supported server, to tell the user so.
struct IMAPLookup: Sendable {
    private static let port = 993

    let names: NameQuestions

    /// - Parameter domain: an address's domain, or a host name.
    func server(of domain: String) async -> NoServer.IMAPServer? {
        let records = await names.services("_imaps._tcp.\(domain)").filter { !$0.target.isEmpty && $0.port > 0 }
        let provider = MailProvider.of(await names.exchanges(domain).map(\.target))
        if let provider {
            return NoServer.IMAPServer(host: provider.host, provider: provider.name, jmapURL: provider.jmapURL)
        }
        if let best = records.min(by: { $0.rank < $1.rank }) {
            return NoServer.IMAPServer(host: best.target.lowercased())
        }
        async let own = names.answers(domain, Self.port)
        let usual = "imap.\(domain)"
        if await names.answers(usual, Self.port) { return NoServer.IMAPServer(host: usual) }
        return await own ? NoServer.IMAPServer(host: domain) : nil
    }
}

/// A provider that hosts mail for many domains, recognized by its MX hosts.
struct MailProvider: Sendable {
    var name: String
    var host: String
    /// The domain suffixes of its MX hosts.
    var exchanges: [String]
    var jmapURL: String?

    private static let known = [
        MailProvider(name: "Google", host: "imap.gmail.com", exchanges: ["google.com", "googlemail.com"]),
        MailProvider(
            name: "Microsoft", host: "outlook.office365.com",
            exchanges: ["mail.protection.outlook.com", "olc.protection.outlook.com", "mx.microsoft"]),
        MailProvider(name: "Yahoo", host: "imap.mail.yahoo.com", exchanges: ["yahoodns.net"]),
        MailProvider(name: "Apple", host: "imap.mail.me.com", exchanges: ["mail.icloud.com"]),
        MailProvider(name: "GMX", host: "imap.gmx.net", exchanges: ["gmx.net"]),
        MailProvider(name: "WEB.DE", host: "imap.web.de", exchanges: ["web.de"]),
        MailProvider(name: "Zoho", host: "imap.zoho.com", exchanges: ["zoho.com", "zoho.eu"]),
        MailProvider(name: "Yandex", host: "imap.yandex.com", exchanges: ["yandex.ru", "yandex.net"]),
        MailProvider(
            name: "Fastmail", host: "imap.fastmail.com", exchanges: ["messagingengine.com"],
            jmapURL: "https://api.fastmail.com"),
    ]

    /// Returns the provider of MX hosts; nil if unknown.
    static func of(_ exchanges: [String]) -> MailProvider? {
        let names = exchanges.map { $0.lowercased() }
        return known.first { provider in
            provider.exchanges.contains { end in names.contains { $0 == end || $0.hasSuffix("." + end) } }
        }
    }
}

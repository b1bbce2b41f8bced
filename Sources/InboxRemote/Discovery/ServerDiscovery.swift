import InboxModel

/// Finds the place where the JMAP server of a mail address should be (RFC 8620 §2.2).
struct ServerDiscovery: Sendable {
    static let call = "discovery"

    struct Place: Hashable, Sendable {
        var domain: String
        /// The server's, below which its session is looked for.
        var url: String
        /// The server that a service record names; nil when there is none and it is the domain itself.
        var host: String?

        var recordName: String { ServerDiscovery.record(of: domain) }
    }

    private let services: @Sendable (_ name: String) async -> [ServiceRecord]

    init(services: @escaping @Sendable (_ name: String) async -> [ServiceRecord]) { self.services = services }

    static func record(of domain: String) -> String { "_jmap._tcp.\(domain)" }

    /// No secret is asked for or sent.
    /// - Throws: `refused` when the address has no domain; `insecure` when the name servers point out of the domain,
    ///   which anybody on the way can make them do: the user has to name that server.
    func place(of address: String) async throws(RemoteError) -> Place {
        let domain = address.split(separator: "@", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
        guard address.contains("@"), domain.contains("."), RequestTarget(url: "https://\(domain)")?.host == domain
        else {
            throw RemoteError(.refused(status: 0, message: "the address has no domain to look for"), call: Self.call)
        }
        let records = await services(Self.record(of: domain)).filter { !$0.target.isEmpty && $0.port > 0 }
        // The lowest priority counts; among equals the heaviest, always the same one, because a session belongs to it.
        guard let best = records.min(by: { $0.rank < $1.rank }) else {
            return Place(domain: domain, url: "https://\(domain)")
        }
        let host = best.target.lowercased()
        let url = "https://\(host)" + (best.port == 443 ? "" : ":\(best.port)")
        guard host == domain || host.hasSuffix("." + domain), RequestTarget(url: url)?.host == host else {
            let detail = "\(domain) points to \(host.inOneLine); give that address if you trust it"
            throw RemoteError(.insecure(detail: detail), call: Self.call)
        }
        return Place(domain: domain, url: url, host: host)
    }
}

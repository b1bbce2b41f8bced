import InboxModel

/// Finds the URL at which the JMAP server of a mail address should be (RFC 8620 §2.2).
struct ServerDiscovery: Sendable {
    static let call = "discovery"

    struct Place: Hashable, Sendable {
        var domain: String
        /// The base URL of the server, below which its session is looked up.
        var url: String
        /// The host that a service record names; nil if there is no record and the host is the domain itself.
        var host: String?

        var recordName: String { ServerDiscovery.record(of: domain) }
    }

    private let services: @Sendable (_ name: String) async -> [ServiceRecord]

    init(services: @escaping @Sendable (_ name: String) async -> [ServiceRecord]) { self.services = services }

    static func record(of domain: String) -> String { "_jmap._tcp.\(domain)" }

    /// Returns the server of a mail address, without sending a secret.
    /// - Throws: `refused` if the address has no domain; `insecure` if the record points outside the domain. Such a record may be forged,
    ///   so the user must confirm that server.
    func place(of address: String) async throws(RemoteError) -> Place {
        let domain = address.split(separator: "@", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
        guard address.contains("@"), domain.contains("."), RequestTarget(url: "https://\(domain)")?.host == domain
        else {
            throw RemoteError(.refused(status: 0, message: "the address has no domain to look for"), call: Self.call)
        }
        let records = await services(Self.record(of: domain)).filter { !$0.target.isEmpty && $0.port > 0 }
        // The lowest priority wins, then the greatest weight: always the same record, because a session belongs to its server.
        guard let best = records.min(by: { $0.rank < $1.rank }) else {
            return Place(domain: domain, url: "https://\(domain)")
        }
        let host = best.target.lowercased()
        let url = "https://\(host)" + (best.port == 443 ? "" : ":\(best.port)")
        let isHost = RequestTarget(url: url)?.host == host
        guard isHost, host == domain || host.hasSuffix("." + domain) else {
            let detail = "\(domain) points to \(host.inOneLine); give that address if you trust it"
            throw RemoteError(
                .insecure(detail: detail), call: Self.call, finding: isHost ? .foreignServer(url: url) : nil)
        }
        return Place(domain: domain, url: url, host: host)
    }
}

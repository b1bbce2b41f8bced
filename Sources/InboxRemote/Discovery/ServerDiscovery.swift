/// Finds the JMAP server of a mail address (RFC 8620 §2.2).
public struct ServerDiscovery: Sendable {
    private static let call = "discovery"

    private let services: @Sendable (_ name: String) async -> [ServiceRecord]

    /// Asks the system's name servers.
    public init() { self.init { await ServiceRecord.find($0) } }

    init(services: @escaping @Sendable (_ name: String) async -> [ServiceRecord]) { self.services = services }

    /// The URL of the server, below which its session is looked for. No secret is asked for or sent.
    /// - Throws: `refused` when the address has no domain; `insecure` when the name servers point out of the domain,
    ///   which anybody on the way can make them do: the user has to name that server.
    public func url(for address: String) async throws(RemoteError) -> String {
        let domain = address.split(separator: "@", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
        guard address.contains("@"), domain.contains("."), RequestTarget(url: "https://\(domain)")?.host == domain
        else {
            throw RemoteError(.refused(status: 0, message: "the address has no domain to look for"), call: Self.call)
        }
        let records = await services("_jmap._tcp.\(domain)").filter { !$0.target.isEmpty && $0.port > 0 }
        // The lowest priority counts; among equals the heaviest, always the same one, because a session belongs to it.
        guard let best = records.min(by: { $0.rank < $1.rank }) else { return "https://\(domain)" }
        let host = best.target.lowercased()
        let url = "https://\(host)" + (best.port == 443 ? "" : ":\(best.port)")
        guard host == domain || host.hasSuffix("." + domain), RequestTarget(url: url)?.host == host else {
            let detail = "\(domain) points to \(host.inOneLine); give that address if you trust it"
            throw RemoteError(.insecure(detail: detail), call: Self.call)
        }
        return url
    }
}

import InboxModel

/// The origins that an account's secret may be sent to: the one that the user named, and those that were approved since. That a server
/// names an origin does not approve it.
struct ApprovedOrigins: Sendable {
    private let home: Origin?
    private let others: @Sendable () -> Set<String>

    /// - Parameters:
    ///   - url: the URL that the user named.
    ///   - others: called each time: approval may come during the run, even from another process.
    init(url: String, others: @escaping @Sendable () -> Set<String>) {
        home = Origin(url)
        self.others = others
    }

    /// - Parameter url: may be a template (RFC 6570).
    func contain(_ url: String) -> Bool { Origin(url).map { contain($0) } ?? false }

    func contain(_ origin: Origin) -> Bool {
        origin == home || (origin.isSafe && others().contains(origin.description))
    }

    /// Returns the unapproved origins of a session that may be approved, in the order of the session.
    func missing(in session: Session) -> [String] {
        session.places.compactMap { Origin($0) }.filter { $0.isSafe && !contain($0) }
            .map(\.description).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// Returns an origin in the form in which it is approved: `https://api.example:8443`.
/// - Parameter url: any URL of that origin.
/// - Returns: nil if it is not the URL of a server, or is not encrypted.
package func approvableOrigin(of url: String) -> String? {
    Origin(url).flatMap { $0.isSafe ? $0.description : nil }
}

extension RemoteError {
    /// Returns the error for an origin that is not approved for the secret.
    /// - Parameters:
    ///   - what: what is at the URL, in words: `the server's API is at`.
    ///   - isPassing: whether the whole account waits for it; else only this request fails.
    static func unapproved(_ what: String, at origins: [String], call: String, isPassing: Bool = true) -> RemoteError {
        let words = "\(what) \(origins.first ?? "another place"), which you have not approved"
        return RemoteError(
            isPassing ? .insecure(detail: words) : .refused(status: 0, message: words), call: call,
            finding: .unapprovedOrigins(origins))
    }
}

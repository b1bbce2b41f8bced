import InboxModel

/// Where the secret of an account may go: to the origin that the user named, and to each that was approved besides. That a
/// server names another one does not make it so.
struct ApprovedOrigins: Sendable {
    private let home: Origin?
    private let others: @Sendable () -> Set<String>

    /// - Parameters:
    ///   - url: what the user named.
    ///   - others: asked each time, for they may be approved while we run, and by another process.
    init(url: String, others: @escaping @Sendable () -> Set<String> = { [] }) {
        home = Origin(url)
        self.others = others
    }

    /// - Parameter url: also one that is a template (RFC 6570).
    func contain(_ url: String) -> Bool { Origin(url).map { contain($0) } ?? false }

    func contain(_ origin: Origin) -> Bool {
        origin == home || (origin.isSafe && others().contains(origin.description))
    }

    /// Those that a session names and that may be approved, in the order in which it names them.
    func missing(in session: Session) -> [String] {
        session.places.compactMap { Origin($0) }.filter { $0.isSafe && !contain($0) }
            .map(\.description).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// How an origin that a secret may go to is written where it is approved: `https://api.example:8443`.
/// - Parameter url: any URL there.
/// - Returns: nil for what is no URL of a server, or one that would be asked without encryption.
public func approvableOrigin(of url: String) -> String? {
    Origin(url).flatMap { $0.isSafe ? $0.description : nil }
}

extension RemoteError {
    /// Something of the server's lies where its user has not said that the secret may go.
    /// - Parameters:
    ///   - what: what lies there, in words: `the server's API is at`.
    ///   - isPassing: whether all of the account waits for it; else only what was asked for cannot be had.
    static func unapproved(_ what: String, at origins: [String], call: String, isPassing: Bool = true) -> RemoteError {
        let words = "\(what) \(origins.first ?? "another place"), which you have not approved"
        return RemoteError(
            isPassing ? .insecure(detail: words) : .refused(status: 0, message: words), call: call,
            type: unapprovedOrigin, names: origins)
    }
}

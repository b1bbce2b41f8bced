import InboxModel

/// What is stored of a sign-in with its account (`RemoteMemory`).
struct KeptSession: Codable {
    var session: Session
    var isToken: Bool
}

/// A JMAP server that is at another URL than before.
package enum MovedServer {
    /// Returns what is stored of a sign-in as though it had been at another URL: only the same account is opened there.
    package static func session(_ kept: String?, at url: String) -> String? {
        guard var kept = KeptSession(jsonText: kept) else { return nil }
        kept.session.url = url
        return try? kept.jsonText()
    }

    /// Whether two sign-ins opened the same account, by its id and its names: short ids are the same on many servers.
    package static func isSameAccount(_ kept: String?, _ other: String?) -> Bool {
        guard let session = KeptSession(jsonText: kept)?.session, let other = KeptSession(jsonText: other)?.session
        else { return false }
        func names(_ session: Session) -> [String] { [session.accountName, session.userName].map { $0.lowercased() } }
        return session.account == other.account && names(session) == names(other)
    }
}

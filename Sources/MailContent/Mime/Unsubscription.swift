/// How more mail of a kind can be declined, as its sender's headers tell it (RFC 2369 §3.2, RFC 8058).
public struct Unsubscription: Hashable, Sendable {
    /// An https address where one POST is enough; nil unless the sender says so (RFC 8058 §3.1).
    public var oneClick: String?
    /// A mail to be written.
    public var mail: MailtoLink?
    /// A page to be opened, one behind https before one behind http.
    public var page: String?

    private static let mostWays = 10

    /// - Parameters:
    ///   - ways: the values of List-Unsubscribe; the topmost counts.
    ///   - posts: those of List-Unsubscribe-Post; more than one is no clear word.
    /// - Returns: nil when no way is told that may be gone.
    public init?(ways: [String], posts: [String]) {
        let targets = Self.targets(ways.first ?? "")
        mail = targets.lazy.compactMap { MailtoLink($0) }.first { !$0.to.isEmpty }
        let pages = targets.filter { LinkCheck.host(of: $0) != nil }
        let safe = pages.first { $0.hasPrefix("https:") }
        page = safe ?? pages.first
        let isOneClick = posts.count == 1 && posts[0].trimmingBlanks().lowercased() == "list-unsubscribe=one-click"
        if isOneClick { oneClick = safe }
        if mail == nil, page == nil { return nil }
    }

    /// What stands between angle brackets, blanks of folding left out; the rest is comment.
    private static func targets(_ value: String) -> [String] {
        value.split(separator: "<").dropFirst(value.hasPrefix("<") ? 0 : 1).prefix(mostWays).compactMap { part in
            guard let end = part.firstIndex(of: ">") else { return nil }
            return LinkCheck.target(
                of: String(String.UnicodeScalarView(part[..<end].unicodeScalars.filter { !$0.isBlank })))
        }
    }
}

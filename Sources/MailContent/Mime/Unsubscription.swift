/// The ways to unsubscribe that the headers of a mail offer (RFC 2369 §3.2, RFC 8058).
public struct Unsubscription: Hashable, Sendable {
    /// An https URL where a single POST unsubscribes; `nil` unless the sender says so (RFC 8058 §3.1).
    public var oneClick: String?
    /// The mail to write.
    public var mail: MailtoLink?
    /// The page to open; https is preferred over http.
    public var page: String?

    private static let mostWays = 10

    /// - Parameters:
    ///   - ways: the values of List-Unsubscribe; the topmost counts.
    ///   - posts: the values of List-Unsubscribe-Post; several are ambiguous and don't count.
    /// - Returns: `nil` when there is no way that may be used.
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

    /// Returns the targets between angle brackets, without the blanks of folding; the rest is comment.
    private static func targets(_ value: String) -> [String] {
        value.split(separator: "<").dropFirst(value.hasPrefix("<") ? 0 : 1).prefix(mostWays).compactMap { part in
            guard let end = part.firstIndex(of: ">") else { return nil }
            return LinkCheck.target(
                of: String(String.UnicodeScalarView(part[..<end].unicodeScalars.filter { !$0.isBlank })))
        }
    }
}

/// A mark on a message (RFC 8621 §4.1.1), kept in lower case.
public struct Keyword: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue.lowercased()
    }

    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Whether servers accept the keyword: 1 to 255 printable ASCII characters except ``( ) { ] % * " \``.
    public var isValid: Bool {
        (1...255).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"(){]%*"\"#.utf8.contains($0) }
    }

    /// Read.
    public static let seen = Keyword("$seen")
    /// The star.
    public static let flagged = Keyword("$flagged")
    public static let answered = Keyword("$answered")
    /// Forwarded, by any mail program.
    public static let forwarded = Keyword("$forwarded")
    public static let draft = Keyword("$draft")
    /// Marked as junk by the user; a server's filter may learn from it.
    public static let junk = Keyword("$junk")
    /// The opposite of `junk`.
    public static let notJunk = Keyword("$notjunk")
    /// The thread is muted: its replies skip the inbox.
    public static let muted = Keyword("$muted")
    /// Set aside by the user for a later reply.
    public static let replyLater = Keyword("$replylater")
    /// Back from a snooze, and not marked as read here since. This mark is the client's own: servers never receive it.
    public static let new = Keyword("$new")

    /// Keywords of junk filters without the `$` that programs usually put in front.
    private static let ofFilters: Set = ["junk", "nonjunk", "notjunk"]

    /// Whether the keyword is a tag, which users set to find mail again. Keywords of programs are not, except the numbered labels
    /// that Thunderbird lets users name.
    public var isTag: Bool {
        guard rawValue.utf8.first != UInt8(ascii: "$") else { return rawValue.utf8.starts(with: "$label".utf8) }
        return !Self.ofFilters.contains(rawValue)
    }

    /// As users write it: `#harbour`.
    public var tagName: String { "#" + rawValue.drop { $0 == "$" } }

    public static func < (lhs: Keyword, rhs: Keyword) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

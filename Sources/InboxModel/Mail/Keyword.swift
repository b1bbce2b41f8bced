/// A mark on a message (RFC 8621 §4.1.1), kept in lower case.
public struct Keyword: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue.lowercased()
    }

    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Whether it is one that mail servers keep: 1 to 255 printable ASCII characters but ``( ) { ] % * " \``.
    public var isValid: Bool {
        (1...255).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"(){]%*"\"#.utf8.contains($0) }
    }

    public static let seen = Keyword("$seen")
    /// The star.
    public static let flagged = Keyword("$flagged")
    public static let answered = Keyword("$answered")
    /// Passed on, by whatever program.
    public static let forwarded = Keyword("$forwarded")
    public static let draft = Keyword("$draft")
    /// Marked as junk by its reader, from which a server's filter may learn.
    public static let junk = Keyword("$junk")
    /// The opposite of `junk`.
    public static let notJunk = Keyword("$notjunk")
    /// The thread is muted: its replies skip the inbox.
    public static let muted = Keyword("$muted")
    /// Put aside by its reader, to reply later.
    public static let replyLater = Keyword("$replylater")
    /// Not looked at since it came, read or not: a mark of this client's own that no server hears of.
    public static let new = Keyword("$new")

    /// What junk filters say, some of them without the sign that other marks of programs begin with.
    private static let ofFilters: Set = ["junk", "nonjunk", "notjunk"]

    /// Whether it is one that people give mail to find it again: no mark of a program, but for the numbered ones that Thunderbird
    /// lets people name.
    public var isTag: Bool {
        guard rawValue.utf8.first != UInt8(ascii: "$") else { return rawValue.utf8.starts(with: "$label".utf8) }
        return !Self.ofFilters.contains(rawValue)
    }

    /// As people write it: `#harbour`.
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

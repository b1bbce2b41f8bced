import InboxModel

/// How keywords are written as flags (RFC 9051 §2.3.2, RFC 8621 §4.1.1).
enum WrittenFlag {
    private static let system: [Keyword: String] = [
        .seen: "\\Seen", .flagged: "\\Flagged", .answered: "\\Answered", .draft: "\\Draft",
    ]
    /// As other programs spell them.
    private static let known: [Keyword: String] = [
        .forwarded: "$Forwarded", Keyword("$mdnsent"): "$MDNSent", .junk: "$Junk", .notJunk: "$NotJunk",
    ]

    static func name(of keyword: Keyword) -> String {
        system[keyword] ?? known[keyword] ?? keyword.rawValue
    }

    /// Whether every folder takes it.
    static func isSystem(_ keyword: Keyword) -> Bool { system[keyword] != nil }

    /// Whether it comes along with something else that the user does, which must not fail because a folder takes no keywords.
    static func isByTheWay(_ keyword: Keyword) -> Bool { known[keyword] != nil }

    /// All ways in which some flags spell keywords: their case does not matter.
    static func spellings(of keywords: Set<Keyword>, among flags: Set<String>) -> Set<String> {
        Set(keywords.map(name)).union(
            flags.filter { flag in keywords.contains { name(of: $0).lowercased() == flag.lowercased() } })
    }
}

import InboxModel

/// The flags of a copy as they are stored: each once, whatever its case (RFC 9051 §2.3.2), sorted, with spaces between.
struct FlagText: Hashable {
    let text: String

    private static let system = Dictionary(
        uniqueKeysWithValues: ["\\Seen", "\\Answered", "\\Flagged", "\\Draft"].map { ($0.lowercased(), $0) })

    init(text: String) { self.text = text }

    init(_ flags: some Sequence<String>) {
        var known: [String: String] = [:]
        for flag in flags {
            let lower = flag.lowercased()
            // `\Recent` belongs to a session, and `\Deleted` is not kept.
            guard !["\\recent", "\\deleted"].contains(lower), !flag.isEmpty, flag.utf8.allSatisfy({ $0 > 0x20 }) else {
                continue
            }
            let spelling = Self.system[lower] ?? flag
            // Sets have no order: of several spellings always the same stays.
            known[lower] = known[lower].map { min($0, spelling) } ?? spelling
        }
        text = known.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    }

    var flags: Set<String> { Set(text.split(separator: " ").map(String.init)) }

    func isSame(as other: FlagText) -> Bool { text == other.text || text.lowercased() == other.text.lowercased() }

    func changed(add: Set<String>, remove: Set<String>) -> FlagText {
        let gone = Set(remove.map { $0.lowercased() })
        let kept = flags.filter { !gone.contains($0.lowercased()) }
        let known = Set(kept.map { $0.lowercased() })
        return FlagText(Array(kept) + add.filter { !known.contains($0.lowercased()) })
    }

    static func isDeleted(_ flags: Set<String>) -> Bool {
        flags.contains("\\Deleted") || flags.contains { $0.lowercased() == "\\deleted" }
    }

    static func keyword(_ flag: String) -> Keyword {
        Keyword(flag.hasPrefix("\\") ? "$" + flag.dropFirst() : flag)
    }
}

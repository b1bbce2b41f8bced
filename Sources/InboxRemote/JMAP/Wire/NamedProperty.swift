import InboxModel

/// A property that a server may name as unknown. RFC 8620 §3.6.2 leaves open how: `preview` among the arguments, `properties[7:preview]`,
/// or within a description.
struct NamedProperty {
    private let name: String
    /// Property names that are also common words.
    private static let words: Set = ["id", "type", "size", "name", "from", "to", "cc", "bcc", "subject"]

    init(_ name: String) { self.name = name }

    func isNamed(in error: RemoteError) -> Bool {
        error.names.contains(name) || (error.names + [error.summary]).contains(where: stands)
    }

    /// Whether the name occurs as a whole word. A common word counts only after a quotation mark or separator.
    private func stands(in text: String) -> Bool {
        text.ranges(of: name).contains { range in
            let before = text[..<range.lowerBound].last
            let after = text[range.upperBound...].first
            guard !Self.isPart(before), !Self.isPart(after) else { return false }
            return !Self.words.contains(name) || (before.map { "\"'`“‘:[/".contains($0) } ?? false)
        }
    }

    /// Whether it continues a longer name: `header:From:all` names no `all`.
    private static func isPart(_ sign: Character?) -> Bool {
        sign.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ?? false
    }
}

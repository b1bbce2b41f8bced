import InboxModel

/// A property as servers name it that do not have it. RFC 8620 §3.6.2 leaves open how: `preview` among the arguments,
/// `properties[7:preview]`, or in the words of a description.
struct NamedProperty {
    private let name: String
    /// Also words that stand in a sentence about something else.
    private static let words: Set = ["id", "type", "size", "name", "from", "to", "cc", "bcc", "subject"]

    init(_ name: String) { self.name = name }

    func isNamed(in error: RemoteError) -> Bool {
        error.names.contains(name) || (error.names + [error.summary]).contains(where: stands)
    }

    /// Whether it stands there by itself; where it is a word too, only behind a sign, as names are quoted or numbered.
    private func stands(in text: String) -> Bool {
        text.ranges(of: name).contains { range in
            let before = text[..<range.lowerBound].last
            let after = text[range.upperBound...].first
            guard !Self.isPart(before), !Self.isPart(after) else { return false }
            return !Self.words.contains(name) || (before.map { "\"'`“‘:[/".contains($0) } ?? false)
        }
    }

    /// Of a longer name: `header:From:all` names no `all`.
    private static func isPart(_ sign: Character?) -> Bool {
        sign.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ?? false
    }
}

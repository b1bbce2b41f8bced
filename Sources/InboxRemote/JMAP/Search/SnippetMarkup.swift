import InboxModel

/// The markup of search snippets (RFC 8621 §5): text in which `<mark>` is the only tag, and entities stand for the special characters of
/// HTML. Every other `<` is text.
enum SnippetMarkup {
    private static let names: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]
    private static let longestEntity = 8

    static func pieces(_ markup: String) -> [SearchSnippet.Piece] {
        var pieces: [SearchSnippet.Piece] = []
        var text = ""
        var isMatch = false
        func end() {
            if !text.isEmpty { pieces.append(SearchSnippet.Piece(text, isMatch: isMatch)) }
            text = ""
        }
        var rest = markup[...]
        while let first = rest.first {
            if first == "<", let tag = ["<mark>", "</mark>"].first(where: { rest.hasPrefix($0) }) {
                end()
                isMatch = tag == "<mark>"
                rest = rest.dropFirst(tag.count)
            } else if first == "&", let (sign, length) = entity(rest) {
                text.append(sign)
                rest = rest.dropFirst(length)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        end()
        return pieces
    }

    /// Resolves one level only: `&amp;lt;` is the text `&lt;`.
    private static func entity(_ text: Substring) -> (Character, length: Int)? {
        let name = text.dropFirst().prefix(longestEntity).prefix { $0 != ";" }
        guard text.dropFirst(1 + name.count).first == ";" else { return nil }
        let length = name.count + 2
        if let sign = names[name] { return (sign, length) }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { (Character($0), length) }
    }
}

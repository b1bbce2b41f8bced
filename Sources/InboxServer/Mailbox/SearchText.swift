/// What a user typed to search for: words, and phrases between quotation marks; a star at its end makes a word a beginning.
struct SearchText: Sendable {
    private let text: String

    /// - Parameter text: anything; at most 10,000 characters of it count.
    init(_ text: String) {
        self.text = String(text.prefix(10_000))
    }

    /// The text in the index's language (SQLite FTS5 §3), every part quoted so that nothing typed acts as an operator;
    /// nil when it holds no word at all.
    var pattern: String? {
        var parts: [String] = []
        for (index, piece) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                parts += piece.split(whereSeparator: \.isWhitespace).compactMap(Self.word)
            } else if Self.hasWord(piece) {
                parts.append("\"\(piece)\"")
            }
        }
        return parts.isEmpty ? nil : parts.prefix(200).joined(separator: " ")
    }

    /// The whole text as one phrase; nil when it holds no word.
    static func phrase(_ text: String) -> String? {
        hasWord(text[...]) ? "\"\(text.replacing("\"", with: " ").replacing("\0", with: " "))\"" : nil
    }

    private static func word(_ piece: Substring) -> String? {
        guard hasWord(piece) else { return nil }
        let isBeginning = piece.last == "*"
        return "\"\(piece.filter { $0 != "\0" })\"" + (isBeginning ? " *" : "")
    }

    private static func hasWord(_ piece: Substring) -> Bool {
        piece.contains { $0.isLetter || $0.isNumber }
    }
}

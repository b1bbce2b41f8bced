/// The user's search text: words, and phrases in quotation marks; a star at the end of a word matches any continuation.
struct SearchText: Sendable {
    private let text: String

    /// - Parameter text: any text; only the first 10,000 characters count.
    init(_ text: String) {
        self.text = String(text.prefix(10_000))
    }

    /// The text as an FTS5 query (SQLite FTS5 §3), with every part quoted so that no input acts as an operator; nil when it
    /// contains no word.
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

    /// Returns the whole text as one phrase; nil when it contains no word.
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

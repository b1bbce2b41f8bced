/// The user's search text: words, and phrases in quotation marks; a star at the end of a word matches any continuation.
struct SearchText: Sendable {
    private let text: String

    /// - Parameter text: any text; only the first 10,000 characters count.
    init(_ text: String) {
        self.text = String(text.prefix(10_000))
    }

    /// The text as an FTS5 query (SQLite FTS5 §3), with every part quoted so that no input acts as an operator; nil when it
    /// contains no word. By scalar, because a quote that joins its neighbour is another `Character`, and still a quote to SQLite.
    var pattern: String? {
        var parts: [String] = []
        let pieces = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { Substring($0) }
        for (index, piece) in pieces.enumerated() {
            if index.isMultiple(of: 2) {
                parts += piece.split(whereSeparator: \.isWhitespace).compactMap(Self.word)
            } else if let phrase = Self.phrase(String(piece)) {
                parts.append(phrase)
            }
        }
        return parts.isEmpty ? nil : parts.prefix(200).joined(separator: " ")
    }

    /// Returns the whole text as one phrase; nil when it contains no word.
    static func phrase(_ text: String) -> String? {
        guard hasWord(text[...]) else { return nil }
        let scalars = text.unicodeScalars.map { $0 == "\"" || $0 == "\0" ? " " : $0 }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
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

/// The words of a text, four at a time, to find out whether another one quotes it: however its lines were broken anew.
public struct QuotedWords: Hashable, Sendable {
    private var groups: Set<Int> = []

    /// Words in a group.
    private static let size = 4
    private static let mostWords = 20_000
    /// Of a hundred groups of a quote, so many must be known.
    private static let enough = 70

    public init(_ text: StyledText) {
        groups = Set(Self.groups(text.lines[...]))
    }

    /// Whether most of what these lines say stands in one of the texts.
    static func stand(_ lines: ArraySlice<StyledText.Line>, in texts: [QuotedWords]) -> Bool {
        let asked = groups(lines)
        guard !asked.isEmpty else { return false }
        return texts.contains { text in asked.count { text.groups.contains($0) } * 100 >= asked.count * enough }
    }

    /// Marks and case are left out, since quoting programs add and change them.
    private static func groups(_ lines: ArraySlice<StyledText.Line>) -> [Int] {
        var words: [Int] = []
        for line in lines where words.count < mostWords {
            for word in line.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                words.append(word.lowercased().hashValue)
            }
        }
        guard words.count >= size else { return [] }
        return (0...words.count - size).map { words[$0..<$0 + size].hashValue }
    }
}

extension QuoteFolding {
    /// Whether the quote stands in one of the texts, but for the line that leads in to it.
    public func stands(_ fold: Fold, of text: StyledText, in texts: [QuotedWords]) -> Bool {
        let quoted = text.lines[fold.lines].drop { $0.quoteDepth == 0 }
        return QuotedWords.stand(quoted.isEmpty ? text.lines[fold.lines] : quoted, in: texts)
    }
}

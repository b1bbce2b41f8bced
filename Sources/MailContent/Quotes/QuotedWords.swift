/// The words of a text in groups of four, which tell whether another text quotes it, however its lines were wrapped since.
package struct QuotedWords: Hashable, Sendable {
    private var groups: Set<Int> = []

    /// The number of words in a group.
    private static let size = 4
    private static let mostWords = 20_000
    /// The percentage of a quote's groups that must be known.
    private static let enough = 70

    package init(_ text: StyledText) {
        groups = Set(Self.groups(text.lines[...]))
    }

    /// Whether one of the texts contains most of what these lines say.
    static func stand(_ lines: ArraySlice<StyledText.Line>, in texts: [QuotedWords]) -> Bool {
        let asked = groups(lines)
        guard !asked.isEmpty else { return false }
        return texts.contains { text in asked.count { text.groups.contains($0) } * 100 >= asked.count * enough }
    }

    /// Returns the hashes of the groups. Leaves out punctuation and case, since quoting programs add and change them. Works on bytes, since
    /// every text of an opened thread passes through here: non-ASCII bytes count as letters, in both texts alike.
    private static func groups(_ lines: ArraySlice<StyledText.Line>) -> [Int] {
        var words: [Int] = []
        for line in lines where words.count < mostWords {
            addWords(of: line.text, to: &words)
        }
        guard words.count >= size else { return [] }
        return (0...words.count - size).map { words[$0..<$0 + size].hashValue }
    }
}

extension QuotedWords {
    /// Adds a number for each word (FNV-1a).
    private static func addWords(of text: String, to words: inout [Int]) {
        let beginning: UInt64 = 0xCBF2_9CE4_8422_2325
        var hash = beginning
        for byte in text.utf8 {
            let lower = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
            switch lower {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                hash = (hash ^ UInt64(lower)) &* 0x100_0000_01B3
            default:
                if hash != beginning { words.append(Int(truncatingIfNeeded: hash)) }
                hash = beginning
            }
        }
        if hash != beginning { words.append(Int(truncatingIfNeeded: hash)) }
    }
}

extension QuoteFolding {
    /// Whether one of the texts contains the quote, apart from the lines that introduce it.
    package func stands(_ fold: Fold, of text: StyledText, in texts: [QuotedWords]) -> Bool {
        var quoted = text.lines[fold.lines].drop { $0.quoteDepth == 0 }
        let lead = QuoteLead.lines(atTopOf: quoted.indices, in: text.lines, maximum: Self.maximumLead)
        if let lead { quoted = quoted[lead.upperBound...] }
        return QuotedWords.stand(quoted.isEmpty ? text.lines[fold.lines] : quoted, in: texts)
    }
}

/// The words that a predicate searches for, and their places in displayed text.
package struct SoughtWords: Hashable, Sendable {
    package struct Sought: Hashable, Sendable {
        package var field: MailPredicate.Field
        package var sequence: WordSequence
    }

    package let sought: [Sought]

    package static let none = SoughtWords(.everything)

    /// Collects the words of a predicate, except negated ones.
    package init(_ predicate: MailPredicate) {
        sought = Self.sought(predicate)
    }

    private init(_ sought: [Sought]) { self.sought = sought }

    package var isEmpty: Bool { sought.isEmpty }

    /// Combines the words of both.
    package static func + (first: SoughtWords, second: SoughtWords) -> SoughtWords {
        SoughtWords(first.sought + second.sought)
    }

    private static func sought(_ predicate: MailPredicate) -> [Sought] {
        switch predicate {
        case .all(let parts), .any(let parts): parts.flatMap(sought)
        case .words(let field, let sequence): sequence.words.isEmpty ? [] : [Sought(field: field, sequence: sequence)]
        default: []
        }
    }

    /// Returns the matches in a text that shows this field of a message, in order. Adjacent matches are merged.
    package func places(in text: String, showing field: MailPredicate.Field) -> [Range<String.Index>] {
        let sequences = sought.filter { $0.field.covers(field) }.map(\.sequence)
        guard !sequences.isEmpty else { return [] }
        let placed = SearchText.placedWords(text)
        let words = placed.map(\.word)
        var found = [Range<String.Index>?](repeating: nil, count: words.count)
        // Whether a word and the previous one belong to the same match, so that the text between them is marked too.
        var isJoined = [Bool](repeating: false, count: words.count)
        for sequence in sequences {
            for start in words.indices where sequence.occurs(at: start, in: words) {
                for (offset, word) in sequence.words.enumerated() {
                    let position = start + offset
                    var range = placed[position].range
                    if SearchText.isLoneIdeograph(word) {
                        range = range.lowerBound..<text.index(after: range.lowerBound)
                    }
                    if let known = found[position], known.upperBound > range.upperBound { range = known }
                    found[position] = range
                    if offset > 0 { isJoined[position] = true }
                }
            }
        }
        var places: [Range<String.Index>] = []
        for (position, range) in found.enumerated() {
            guard let range else { continue }
            if let last = places.last, isJoined[position] || range.lowerBound <= last.upperBound {
                places[places.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                places.append(range)
            }
        }
        return places
    }
}

extension MailPredicate.Field {
    /// Whether words searched for in this field can match where `shown` is displayed.
    func covers(_ shown: MailPredicate.Field) -> Bool {
        switch self {
        case .anywhere: true
        case .people: [.people, .from, .to, .cc].contains(shown)
        case .from, .to, .cc: shown == self || shown == .people
        case .subject, .body, .file: shown == self
        }
    }
}

/// A word of a text and the range of characters that it was derived from.
struct PlacedWord: Hashable {
    var word: String
    var range: Range<String.Index>
}

extension SearchText {
    /// Returns the words of a text like `words`, each with its range.
    static func placedWords(_ text: String) -> [PlacedWord] {
        // White space separates words in every script, so each piece between can be folded by itself.
        text.split(whereSeparator: \.isWhitespace).flatMap(placedWords)
    }

    private static func placedWords(_ piece: Substring) -> [PlacedWord] {
        let words = words(String(piece))
        guard !words.isEmpty else { return [] }
        var scalars: [Unicode.Scalar] = []
        var places: [Range<String.Index>] = []
        for index in piece.indices {
            let place = index..<piece.index(after: index)
            for scalar in folded(String(piece[index])) {
                scalars.append(scalar)
                places.append(place)
            }
        }
        let placed = wordRanges(scalars).map { range in
            PlacedWord(
                word: String(String.UnicodeScalarView(scalars[range])),
                range: places[range.lowerBound].lowerBound..<places[range.upperBound - 1].upperBound)
        }
        // If characters fold differently in context than alone, each word gets the range of the whole piece.
        if placed.map(\.word) == words { return placed }
        return words.map { PlacedWord(word: $0, range: piece.startIndex..<piece.endIndex) }
    }
}

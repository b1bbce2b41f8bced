import Foundation

/// Finds names by some of their letters, in order.
enum FuzzyMatch {
    /// Returns how well the letters match the name: nil for no match, otherwise higher is better. Adjacent letters and letters at the
    /// beginning of words count more; case, accents and blanks do not count. Words match in any order, best in that of the name.
    /// - Parameter beside: Words beside the name that letters may also match. Unlike those of the name, their length does not count.
    static func score(_ letters: String, in name: String, beside: String = "") -> Int? {
        let words: [[Character]] = folded(letters).split(whereSeparator: \.isWhitespace).map { Array($0) }
        guard !words.isEmpty else { return 0 }
        let name = Array(folded(name))
        let text = beside.isEmpty ? name : name + Array(folded(" " + beside))
        func best(_ wanted: [Character]) -> Int? { Self.best(wanted, text).map { $0 - name.count / 8 } }
        guard let whole = best(Array(words.joined())) else {
            let parts = words.count > 1 ? words.map(best) : []
            // In another order, each word must match.
            guard !parts.isEmpty, !parts.contains(nil) else { return nil }
            return parts.compactMap(\.self).reduce(0, +) - 1
        }
        return whole
    }

    private static func best(_ wanted: [Character], _ text: [Character]) -> Int? {
        guard let first = wanted.first else { return 0 }
        var best: Int?
        for start in text.indices where text[start] == first {
            // Letters that are not all there from here on are not there further on either.
            guard let score = score(wanted, text, from: start) else { break }
            best = max(best ?? score, score)
        }
        return best
    }

    /// Returns the choices whose names contain the letters, best match first; equal matches keep their order.
    static func best<Choice>(
        _ choices: [Choice], for letters: String, name: (Choice) -> String, beside: (Choice) -> String = { _ in "" }
    ) -> [Choice] {
        choices.enumerated().compactMap { place, choice in
            score(letters, in: name(choice), beside: beside(choice)).map { (choice, score: $0, place) }
        }
        .sorted { (-$0.score, $0.2) < (-$1.score, $1.2) }.map(\.0)
    }

    /// Whether a word of the name begins with exactly these letters.
    static func beginsWord(_ letters: String, in name: String) -> Bool {
        let (wanted, text) = (folded(letters), folded(name))
        return !wanted.isEmpty && (text.hasPrefix(wanted) || text.contains(" " + wanted))
    }

    private static func score(_ wanted: [Character], _ text: [Character], from start: Int) -> Int? {
        var score = 0
        var index = start
        var last: Int?
        for letter in wanted {
            guard let found = text[index...].firstIndex(of: letter) else { return nil }
            score += 1
            if let last, found == last + 1 { score += 6 }
            if found == 0 || "/ .-_".contains(text[found - 1]) { score += 8 }
            last = found
            index = found + 1
        }
        return score
    }

    private static func folded(_ text: String) -> String {
        // Most names have plain letters, for which Foundation takes a hundred times as long; and each key looks at all names.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

import Foundation
import GRDB

/// A text as words, for looking a phrase up in it: blind to case and accents, whole words only.
enum TextWords {
    static func of(_ text: String) -> [Substring] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
    }

    /// Whether the words of `phrase` stand in `text` one after the other.
    static func holds(_ text: String, phrase: String) -> Bool {
        let words = of(text)
        let wanted = of(phrase)
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...(words.count - wanted.count)).contains { words[$0...].starts(with: wanted) }
    }

    /// `holdsPhrase(text, phrase)` for queries.
    static let function = DatabaseFunction("holdsPhrase", argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let phrase = String.fromDatabaseValue(values[1]) else {
            return false
        }
        return holds(text, phrase: phrase)
    }
}

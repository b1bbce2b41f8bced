import Foundation
import GRDB

/// A text as words, for finding phrases in it: ignores case and accents, and matches whole words only.
enum TextWords {
    static func of(_ text: String) -> [Substring] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
    }

    /// Whether `text` contains the words of `phrase` in succession.
    static func holds(_ text: String, phrase: String) -> Bool {
        let words = of(text)
        let wanted = of(phrase)
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...(words.count - wanted.count)).contains { words[$0...].starts(with: wanted) }
    }

    /// The SQL function `holdsPhrase(text, phrase)`.
    static let function = DatabaseFunction("holdsPhrase", argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let phrase = String.fromDatabaseValue(values[1]) else {
            return false
        }
        return holds(text, phrase: phrase)
    }
}

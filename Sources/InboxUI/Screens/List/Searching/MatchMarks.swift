import InboxModel
import TerminalUI

/// Sets the words that a search found in bold.
enum MatchMarks {
    /// - Parameter words: folded words; one matches a word of the text that begins with it.
    static func line(_ text: String, words: [String], style: Style) -> StyledLine {
        var line = StyledLine()
        var run = ""
        var isWord = false
        func flush() {
            guard !run.isEmpty else { return }
            line.append(run, isWord && isMatch(run, words) ? style.with([.bold, .underline]) : style)
            run = ""
        }
        for character in text {
            let continues = character.isLetter || character.isNumber
            if continues != isWord { flush() }
            isWord = continues
            run.append(character)
        }
        flush()
        return line
    }

    /// Whether one of the text's words begins with one of those looked for.
    static func isMatch(_ text: String, _ words: [String]) -> Bool {
        SearchText.words(text).contains { word in words.contains { word.hasPrefix($0) } }
    }

    /// The words that a predicate looks for, by where they are shown.
    static func words(of predicate: MailPredicate) -> RowMatches {
        switch predicate {
        case .all(let parts), .any(let parts):
            parts.map(words(of:)).reduce(into: RowMatches()) { all, part in
                all.text += part.text
                all.people += part.people
                all.body += part.body
            }
        case .words(.anywhere, let sequence):
            RowMatches(text: sequence.words, people: sequence.words, body: sequence.words)
        case .words(.body, let sequence), .words(.file, let sequence): RowMatches(body: sequence.words)
        case .words(.subject, let sequence): RowMatches(text: sequence.words)
        case .words(.from, let sequence), .words(.to, let sequence), .words(.cc, let sequence),
            .words(.people, let sequence):
            RowMatches(people: sequence.words)
        case .address(_, let pattern): RowMatches(people: SearchText.words(String(pattern.prefix { $0 != "@" })))
        default: RowMatches()
        }
    }
}

/// Folded words that a search looks for, by where they are shown.
struct RowMatches: Hashable, Sendable {
    /// In subjects, and in the snippet of a row.
    var text: [String] = []
    var people: [String] = []
    /// In texts and names of files.
    var body: [String] = []
}

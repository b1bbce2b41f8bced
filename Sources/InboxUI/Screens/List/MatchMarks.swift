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
            let isMatch = isWord && SearchText.words(run).contains { word in words.contains { word.hasPrefix($0) } }
            line.append(run, isMatch ? style.with([.bold, .underline]) : style)
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

    /// The words that a predicate looks for where a row may show them.
    static func words(of predicate: MailPredicate) -> [String] {
        switch predicate {
        case .all(let parts), .any(let parts): parts.flatMap(words(of:))
        case .words(let field, let sequence) where field == .anywhere || field == .subject: sequence.words
        default: []
        }
    }
}

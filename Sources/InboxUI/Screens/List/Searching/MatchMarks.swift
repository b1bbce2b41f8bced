import InboxModel
import TerminalUI

/// Sets the matches of a search in bold.
enum MatchMarks {
    /// - Parameter field: The part of the message that the text shows; matches of other fields are not marked in it.
    static func line(_ text: String, _ words: SoughtWords, showing field: MailPredicate.Field, style: Style)
        -> StyledLine
    {
        var line = StyledLine()
        var rest = text.startIndex
        func add(_ range: Range<String.Index>, _ style: Style) {
            if !range.isEmpty { line.append(String(text[range]), style) }
        }
        for place in words.places(in: text, showing: field) {
            add(rest..<place.lowerBound, style)
            add(place, style.with([.bold, .underline]))
            rest = place.upperBound
        }
        add(rest..<text.endIndex, style)
        return line
    }
}

extension SoughtWords {
    /// The words to mark in a list or thread of results: for addresses also names, and in a thread the names of files where the text is.
    init(shownFor predicate: MailPredicate) { self.init(predicate.shown) }

    /// The words that a server reports as found.
    init(found words: [String]) {
        self.init(.any(words.map { .words(.anywhere, WordSequence(words: [$0])) }))
    }
}

extension MailPredicate {
    fileprivate var shown: MailPredicate {
        switch self {
        case .all(let parts): .all(parts.map(\.shown))
        case .any(let parts): .any(parts.map(\.shown))
        case .words(.file, let sequence): .any([self, .words(.body, sequence)])
        case .address(_, let pattern):
            .words(
                .people,
                WordSequence(
                    words: SearchText.words(String(pattern.prefix { $0 != "@" })), isPrefix: pattern.hasSuffix("*")))
        default: self
        }
    }
}

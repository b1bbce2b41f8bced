/// A typed value: a word, a phrase, or the text behind a field's colon.
struct QueryValue: Hashable {
    var text: String
    /// Whether the text is taken literally: `in:"inbox"` is a name, not a role.
    var isQuoted = false
    /// Whether it is written `field:=value`: exact text, in which `*` stands for any text.
    var isPattern = false
    /// Whether a star follows the quote.
    var isPrefix = false
}

extension QueryValue {
    /// - Throws: if there are no words, so that the value is not mistaken for any text. An unquoted star means any text.
    func words(at range: Range<Int>) throws(QueryMistake) -> WordSequence {
        let words = words
        guard words.words.isEmpty, !isAnything else { return words }
        let shown = text.count > 20 ? text.prefix(19) + "…" : text[...]
        throw QueryMistake(
            range: range,
            message: isBlank ? "these quotes are empty" : "“\(shown)” has no letter or digit to search for"
        )
    }

    /// The text if the index has no words for it: signs and emoji, which can only be searched for literally.
    var signs: String? {
        guard words.words.isEmpty, !isAnything, !isBlank else { return nil }
        return !isQuoted && text.hasSuffix("*") ? String(text.dropLast()) : text
    }

    /// Whether the text is punctuation between words, which is ignored: `Q & A`, `Lunch – Friday`. Emoji are not ignored.
    var isPunctuation: Bool { !isQuoted && signs != nil && text.unicodeScalars.allSatisfy(\.isPunctuation) }

    /// The words. A final star makes the last one a beginning.
    private var words: WordSequence {
        WordSequence(text, isPrefix: isPrefix || (!isQuoted && text.hasSuffix("*")))
    }

    private var isAnything: Bool { !isQuoted && !text.isEmpty && text.allSatisfy { $0 == "*" } }
    private var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}

extension Unicode.Scalar {
    fileprivate var isPunctuation: Bool {
        switch properties.generalCategory {
        case .dashPunctuation, .connectorPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: isASCII
        }
    }
}

/// What is typed to be looked for: a word, a phrase, or what stands behind the colon of a field.
struct QueryValue: Hashable {
    var text: String
    /// In quotes it is nothing but itself: `in:"inbox"` is a name and no role.
    var isQuoted = false
    /// Written `field:=value`: the text itself, where `*` stands for anything.
    var isPattern = false
    /// A star behind the quote.
    var isPrefix = false
}

extension QueryValue {
    /// - Throws: where there are none, so that it is not taken for any text. A star alone, without quotes, is meant for that.
    func words(at range: Range<Int>) throws(QueryMistake) -> WordSequence {
        let words = words
        guard words.words.isEmpty, !isAnything else { return words }
        let shown = text.count > 20 ? text.prefix(19) + "…" : text[...]
        throw QueryMistake(
            range: range,
            message: isBlank ? "these quotes are empty" : "“\(shown)” has no letter or digit to search for"
        )
    }

    /// The text, when it has no word that the index knows: signs and pictures that can only be looked for as they stand.
    var signs: String? {
        guard words.words.isEmpty, !isAnything, !isBlank else { return nil }
        return !isQuoted && text.hasSuffix("*") ? String(text.dropLast()) : text
    }

    /// Signs that stand between words without being meant: `Q & A`, `Lunch – Friday`. Pictures are meant.
    var isPunctuation: Bool { !isQuoted && signs != nil && text.unicodeScalars.allSatisfy(\.isPunctuation) }

    /// A star at its end makes the last word a beginning.
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

/// A `name:value` in a typed query, known or not.
package struct QueryField: Hashable {
    /// In lower case, without the colon.
    package var name: String
    package var value: String
    /// Whether the value is taken literally.
    package var isQuoted: Bool
    package var isKnown: Bool
    /// In characters from the start of the text; `length` is in characters, too.
    package var column: Int
    package var length: Int
}

extension MailQuery {
    /// Returns the apparent fields of a text in order, except times, web addresses and the prefixes of reply subjects.
    package static func fields(in text: String) -> [QueryField] {
        QueryTokenizer.tokens(of: text).compactMap { token in
            var field: QueryField
            switch token.kind {
            case .field(let name, let value):
                field = QueryField(
                    name: name, value: value.text, isQuoted: value.isQuoted || value.isPattern, isKnown: true,
                    column: 0,
                    length: 0)
            case .word(let word):
                guard let colon = word.firstIndex(of: ":") else { return nil }
                let (name, value) = (word[..<colon].lowercased(), word[word.index(after: colon)...])
                guard name.count > 1, name.allSatisfy({ $0.isLetter || $0 == "_" || $0 == "-" }),
                    name.first?.isLetter == true, !value.isEmpty, !value.hasPrefix("//"),
                    !notMeant.contains(name)
                else { return nil }
                field = QueryField(
                    name: name, value: String(value), isQuoted: false, isKnown: false, column: 0, length: 0)
            default: return nil
            }
            (field.column, field.length) = place(of: token, in: text)
            return field
        }
    }

    /// Returns `or`, `and` and `not` in small letters in front of a field or a group: they look like operators, but are words. Places
    /// are in characters.
    package static func smallOperators(in text: String) -> [(word: String, column: Int, length: Int)] {
        let tokens = QueryTokenizer.tokens(of: text)
        return tokens.indices.compactMap { index in
            guard let word = tokens[index].smallOperator, let next = tokens[(index + 1)...].first,
                next.beginsPart || next.smallOperator == "not" || next.kind == .word("NOT")
            else { return nil }
            let (column, length) = place(of: tokens[index], in: text)
            return (word, column, length)
        }
    }

    private static func place(of token: QueryToken, in text: String) -> (column: Int, length: Int) {
        func count(_ offset: Int) -> Int {
            let end = text.unicodeScalars.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
            return text[..<(end ?? text.endIndex)].count
        }
        let column = count(token.range.lowerBound)
        return (column, count(token.range.upperBound) - column)
    }

    private static let notMeant: Set<String> = [
        "re", "aw", "sv", "antw", "fw", "fwd", "wg", "tr", "rv", "http", "https", "ftp", "mailto", "tel", "urn", "data",
    ]
}

extension QueryToken {
    fileprivate var smallOperator: String? {
        guard case .word(let word) = kind, ["or", "and", "not"].contains(word) else { return nil }
        return word
    }

    /// Whether it begins a part that is no plain word.
    fileprivate var beginsPart: Bool {
        switch kind {
        case .field, .fieldOpen, .open, .openAny, .mutt, .minus: true
        case .word, .phrase, .close, .closeAny, .unclosedQuote: false
        }
    }
}

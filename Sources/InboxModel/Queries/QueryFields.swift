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
        let scalars = text.unicodeScalars
        return QueryTokenizer.tokens(of: text).compactMap { token in
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
            func count(_ offset: Int) -> Int {
                text[..<(scalars.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex)]
                    .count
            }
            field.column = count(token.range.lowerBound)
            field.length = count(token.range.upperBound) - field.column
            return field
        }
    }

    private static let notMeant: Set<String> = [
        "re", "aw", "sv", "antw", "fw", "fwd", "wg", "tr", "rv", "http", "https", "ftp", "mailto", "tel", "urn", "data",
    ]
}

/// A `name:value` in a typed query, whether or not there is such a field.
package struct QueryField: Hashable {
    /// In small letters, without the colon.
    package var name: String
    package var value: String
    /// In quotes it is nothing but itself.
    package var isQuoted: Bool
    package var isKnown: Bool
    /// In characters from the start of the text, and how many it has.
    package var column: Int
    package var length: Int
}

extension MailQuery {
    /// What looks like a field in a text, in its order; not times, addresses of the web, and what replies begin their subjects with.
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

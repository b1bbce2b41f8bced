/// A piece of a typed query and where it starts.
struct QueryToken: Hashable {
    enum Kind: Hashable {
        case word(String)
        case phrase(String)
        case field(name: String, value: String)
        case minus
        case open
        case close
        case unclosedQuote
    }

    var kind: Kind
    /// In characters from the start of the text.
    var column: Int

    var closes: Bool { kind == .close }

    func isOperator(_ word: String) -> Bool { kind == .word(word) }

    static func all(in text: String) -> [QueryToken] {
        let characters = Array(text)
        var tokens: [QueryToken] = []
        var position = 0
        while position < characters.count {
            let column = position
            switch characters[position] {
            case let character where character.isWhitespace:
                position += 1
            case "(":
                tokens.append(QueryToken(kind: .open, column: column))
                position += 1
            case ")":
                tokens.append(QueryToken(kind: .close, column: column))
                position += 1
            case "-" where position + 1 < characters.count && !characters[position + 1].isWhitespace:
                tokens.append(QueryToken(kind: .minus, column: column))
                position += 1
            case "\"":
                tokens.append(QueryToken(kind: phrase(in: characters, from: &position), column: column))
            default:
                tokens.append(QueryToken(kind: word(in: characters, from: &position), column: column))
            }
        }
        return tokens
    }

    private static func phrase(in characters: [Character], from position: inout Int) -> Kind {
        let start = position + 1
        position = start
        while position < characters.count, characters[position] != "\"" { position += 1 }
        guard position < characters.count else { return .unclosedQuote }
        defer { position += 1 }
        return .phrase(String(characters[start..<position]))
    }

    private static func word(in characters: [Character], from position: inout Int) -> Kind {
        var text = ""
        while position < characters.count {
            let character = characters[position]
            if character.isWhitespace || character == ")" || character == "(" { break }
            if character == ":", isFieldName(text) {
                position += 1
                let name = text.lowercased()
                if position < characters.count, characters[position] == "\"" {
                    guard case .phrase(let value) = phrase(in: characters, from: &position) else {
                        return .unclosedQuote
                    }
                    return .field(name: name, value: value)
                }
                var value = ""
                while position < characters.count, !characters[position].isWhitespace, characters[position] != ")" {
                    value.append(characters[position])
                    position += 1
                }
                return .field(name: name, value: value)
            }
            text.append(character)
            position += 1
        }
        return .word(text)
    }

    /// Only known names make a field, so that `12:30` and `http://…` are words.
    private static func isFieldName(_ text: String) -> Bool {
        QueryTerm.names.contains(text.lowercased())
    }
}

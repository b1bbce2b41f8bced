/// A piece of a typed query, with its position.
struct QueryToken: Hashable {
    enum Kind: Hashable {
        case word(String)
        case phrase(String, isPrefix: Bool)
        case field(name: String, value: QueryValue)
        /// `subject:(` or `subject:{`: the field applies up to the closing sign.
        case fieldOpen(name: String, isAny: Bool)
        /// A pattern of mutt, such as `~f`. `=f` is for literal text and `%f` for a group.
        case mutt(Character, sign: Character)
        case minus
        case open
        case close
        /// The start of alternatives in braces, as in Gmail.
        case openAny
        case closeAny
        case unclosedQuote
    }

    var kind: Kind
    /// In scalars from the start of the text.
    var range: Range<Int>

    var closes: Bool { kind == .close || kind == .closeAny }
    /// Whether it separates alternatives. mutt and Gmail use a bar.
    var isOr: Bool { kind == .word("OR") || kind == .word("|") }

    /// Whether it is an explicit AND, the default between terms.
    var isAnd: Bool { [.word("AND"), .word("&"), .word("&&"), .word("+")].contains(kind) }

    /// Whether it is a word to search for: no operator, and with letters or digits.
    var isPlainWord: Bool {
        guard case .word(let word) = kind, !["OR", "AND", "NOT"].contains(word) else { return false }
        return !WordSequence(word).words.isEmpty
    }

    /// Whether it is a number, or compared with one.
    var isRange: Bool {
        guard case .word(let word) = kind, let first = word.unicodeScalars.first else { return false }
        return "<>0123456789".unicodeScalars.contains(first)
    }
}

/// Splits a typed text into tokens, scalar by scalar, so that a combining mark cannot hide a quote.
struct QueryTokenizer {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    /// The number of open braces, in which a closing brace ends a word.
    private var braces = 0

    static func tokens(of text: String) -> [QueryToken] {
        var tokenizer = QueryTokenizer(scalars: Array(text.unicodeScalars))
        var tokens: [QueryToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        return tokens
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func next() -> QueryToken? {
        while let scalar = peek, scalar.properties.isWhitespace { position += 1 }
        guard let scalar = peek else { return nil }
        let start = position
        let kind: QueryToken.Kind
        switch scalar {
        case "(": kind = sign(.open)
        case ")": kind = sign(.close)
        case "{":
            braces += 1
            kind = sign(.openAny)
        case "}" where braces > 0:
            braces -= 1
            kind = sign(.closeAny)
        case "!" where isBeforePattern: kind = sign(.minus)
        case "~" where startsMutt(at: position), "=" where startsText(at: position), "%" where startsText(at: position):
            kind = mutt()
        case "-" where position + 1 < scalars.count && !scalars[position + 1].properties.isWhitespace:
            kind = sign(.minus)
        case "\"": kind = quoted().map { .phrase($0, isPrefix: skip("*")) } ?? .unclosedQuote
        default: kind = word()
        }
        return QueryToken(kind: kind, range: start..<position)
    }

    private mutating func sign(_ kind: QueryToken.Kind) -> QueryToken.Kind {
        position += 1
        return kind
    }

    private mutating func mutt() -> QueryToken.Kind {
        defer { position += 2 }
        return .mutt(Character(scalars[position + 1]), sign: Character(scalars[position]))
    }

    /// Whether a pattern of mutt follows the `!` here.
    private var isBeforePattern: Bool {
        let start = position + 1 + blanks(from: position + 1)
        return startsMutt(at: start) || startsText(at: start)
    }

    /// Whether `=` or `%`, the letter of a mutt pattern for words, and a quote or blank begin at a position.
    private func startsText(at position: Int) -> Bool {
        guard position + 2 < scalars.count, "=%".unicodeScalars.contains(scalars[position]) else { return false }
        return MuttPattern(Character(scalars[position + 1]))?.takesWords == true
            && (scalars[position + 2] == "\"" || scalars[position + 2].properties.isWhitespace)
    }

    /// Whether `~` and a single letter are here.
    private func startsMutt(at position: Int) -> Bool {
        guard position + 1 < scalars.count, scalars[position] == "~" else { return false }
        let (letter, next) = (scalars[position + 1], position + 2)
        return letter.isASCII && letter.properties.isAlphabetic
            && (next == scalars.count || scalars[next].properties.isWhitespace
                || "(){}\"|~".unicodeScalars.contains(scalars[next]))
    }

    private func blanks(from start: Int) -> Int {
        scalars[start...].prefix(while: \.properties.isWhitespace).count
    }

    private func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "(" || scalar == ")" || (scalar == "}" && braces > 0)
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    /// Reads up to the closing quote; `\` escapes a quote or itself. Returns nil if there is no closing quote.
    private mutating func quoted() -> String? {
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek {
            position += 1
            switch scalar {
            case "\"": return String(text)
            case "\\":
                text.append(peek == "\"" || peek == "\\" ? scalars[position] : scalar)
                if peek == "\"" || peek == "\\" { position += 1 }
            default: text.append(scalar)
            }
        }
        return nil
    }

    private mutating func word() -> QueryToken.Kind {
        var text = String.UnicodeScalarView()
        while let scalar = peek, !endsWord(scalar) {
            position += 1
            // Only known names are fields, so that `12:30` and `http://…` remain words.
            if scalar == ":", let name = QueryTerm.name(String(text).lowercased()) {
                if skip("(") { return .fieldOpen(name: name, isAny: false) }
                if skip("{") {
                    braces += 1
                    return .fieldOpen(name: name, isAny: true)
                }
                guard let value = value() else { return .unclosedQuote }
                return .field(name: name, value: value)
            }
            text.append(scalar)
        }
        return .word(String(text))
    }

    private mutating func value() -> QueryValue? {
        let isPattern = skip("=")
        if peek == "\"" {
            guard let text = quoted() else { return nil }
            return QueryValue(text: text, isQuoted: true, isPattern: isPattern, isPrefix: skip("*"))
        }
        var text = String.UnicodeScalarView()
        var depth = 0
        while let scalar = peek, !scalar.properties.isWhitespace {
            if scalar == "(" { depth += 1 }
            if scalar == ")" { depth -= 1 }
            if depth < 0 || (scalar == "}" && braces > 0) { break }
            text.append(scalar)
            position += 1
        }
        return QueryValue(text: String(text), isPattern: isPattern)
    }
}

/// Recursive descent over: `either = both { OR both }`, `both = part { part }`, `part = [-|NOT] ( '(' either ')' | term )`.
struct QueryParser {
    private let tokens: [QueryToken]
    private let days: QueryDays
    private var next = 0
    private var depth = 0
    /// The field that bare words are looked for in: that of the parentheses around them.
    private var field: String?
    /// Where the text ends.
    private let end: Range<Int>

    /// Deeper nesting and more terms than anyone types are refused: SQLite's own parser has room for so much.
    private static let deepest = 20
    static let mostTerms = 200

    init(text: String, days: QueryDays) {
        tokens = QueryTokenizer.tokens(of: text)
        let count = text.unicodeScalars.count
        end = count..<count
        self.days = days
    }

    mutating func parse() throws(QueryMistake) -> MailPredicate {
        guard !tokens.isEmpty else { return .everything }
        guard tokens.count <= Self.mostTerms else {
            throw QueryMistake(range: tokens[Self.mostTerms].range, message: "more than \(Self.mostTerms) terms")
        }
        let predicate = try either()
        if let token = peek { throw Self.closesNothing(token) }
        return predicate
    }

    private static func closesNothing(_ token: QueryToken) -> QueryMistake {
        QueryMistake(range: token.range, message: "this \(token.kind == .closeAny ? "}" : ")") closes nothing")
    }

    private var peek: QueryToken? { next < tokens.count ? tokens[next] : nil }

    private mutating func either() throws(QueryMistake) -> MailPredicate {
        var alternatives = [try both()]
        while let or = peek, or.isOr {
            let range = or.range
            next += 1
            guard let following = peek, !following.closes else {
                throw QueryMistake(range: range, message: "OR needs something on both sides")
            }
            alternatives.append(try both())
        }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func both() throws(QueryMistake) -> MailPredicate {
        var parts: [MailPredicate] = []
        while let token = peek, !token.closes, !token.isOr {
            if token.isOperator("AND"), !parts.isEmpty {
                next += 1
                continue
            }
            parts.append(try part())
        }
        if parts.isEmpty {
            throw QueryMistake(range: peek?.range ?? end, message: "something is missing here")
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part() throws(QueryMistake) -> MailPredicate {
        guard let token = peek else { throw QueryMistake(range: end, message: "something is missing here") }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw QueryMistake(range: token.range, message: "nested too deeply")
        }
        next += 1
        switch token.kind {
        case .minus:
            return .not(try part())
        case .word(let word) where word == "NOT" && peek.map({ !$0.closes }) == true:
            return .not(try part())
        case .open: return try group(token)
        case .fieldOpen(let name):
            let outer = field
            field = name
            defer { field = outer }
            return try group(token)
        case .openAny: return try anyOf(token)
        case .close, .closeAny: throw Self.closesNothing(token)
        case .phrase(let phrase, let isPrefix):
            if let field {
                let value = QueryValue(text: phrase, isQuoted: true, isPrefix: isPrefix)
                return try QueryTerm(name: field, value: value, range: token.range, days: days).predicate()
            }
            return .words(.anywhere, WordSequence(phrase, isPrefix: isPrefix))
        case .word(let word):
            if let field {
                return try QueryTerm(name: field, value: QueryValue(text: word), range: token.range, days: days)
                    .predicate()
            }
            return .words(.anywhere, .typed(word))
        case .mutt(let letter): return try mutt(letter, token)
        case .field(let name, let value):
            return try QueryTerm(name: name, value: value, range: token.range, days: days).predicate()
        case .unclosedQuote:
            throw QueryMistake(range: token.range, message: "this quote is never closed")
        }
    }

    /// What stands to the closing parenthesis.
    private mutating func group(_ token: QueryToken) throws(QueryMistake) -> MailPredicate {
        let inner = try either()
        guard let close = peek, close.kind == .close else {
            throw QueryMistake(range: token.range, message: "this ( is never closed")
        }
        next += 1
        return inner
    }

    /// What stands to the closing brace: one of it will do.
    private mutating func anyOf(_ token: QueryToken) throws(QueryMistake) -> MailPredicate {
        var parts: [MailPredicate] = []
        while let part = peek, !part.closes {
            if part.isOr { next += 1 } else { parts.append(try self.part()) }
        }
        guard let close = peek, close.kind == .closeAny else {
            throw QueryMistake(range: token.range, message: "this { is never closed")
        }
        next += 1
        guard !parts.isEmpty else { throw QueryMistake(range: close.range, message: "something is missing here") }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// A pattern of mutt, and what stands behind it where it takes something.
    private mutating func mutt(_ letter: Character, _ token: QueryToken) throws(QueryMistake) -> MailPredicate {
        guard let pattern = MuttPattern(letter) else {
            throw QueryMistake(range: token.range, message: "~\(letter) is not known here; \(MuttPattern.remedy)")
        }
        guard pattern.takesValue else { return try pattern.predicate(QueryValue(text: ""), token.range, days) }
        let value: QueryValue
        switch peek?.kind {
        case .word(let word)? where peek?.isOr == false: value = QueryValue(text: word)
        case .phrase(let phrase, let isPrefix)?: value = QueryValue(text: phrase, isQuoted: true, isPrefix: isPrefix)
        default: throw QueryMistake(range: token.range, message: "~\(letter) needs a word behind it")
        }
        next += 1
        return try pattern.predicate(value, token.range, days)
    }
}

extension WordSequence {
    /// A word as typed: a star at its end makes it a beginning.
    static func typed(_ word: String) -> WordSequence {
        WordSequence(word, isPrefix: word.hasSuffix("*"))
    }
}

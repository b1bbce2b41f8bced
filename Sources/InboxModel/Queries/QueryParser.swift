/// Recursive descent over: `either = both { OR both }`, `both = part { part }`, `part = [-|NOT] ( '(' either ')' | term )`.
struct QueryParser {
    private let tokens: [QueryToken]
    private let days: QueryDays
    private var next = 0
    private var depth = 0
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
        if let token = peek { throw QueryMistake(range: token.range, message: "this ) closes nothing") }
        return predicate
    }

    private var peek: QueryToken? { next < tokens.count ? tokens[next] : nil }

    private mutating func either() throws(QueryMistake) -> MailPredicate {
        var alternatives = [try both()]
        while peek?.isOperator("OR") == true {
            let range = peek?.range ?? end
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
        while let token = peek, !token.closes, !token.isOperator("OR") {
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
        case .open:
            let inner = try either()
            guard let close = peek, close.closes else {
                throw QueryMistake(range: token.range, message: "this ( is never closed")
            }
            next += 1
            return inner
        case .close:
            throw QueryMistake(range: token.range, message: "this ) closes nothing")
        case .phrase(let phrase, let isPrefix):
            return .words(.anywhere, WordSequence(phrase, isPrefix: isPrefix))
        case .word(let word):
            return .words(.anywhere, .typed(word))
        case .field(let name, let value):
            return try QueryTerm(name: name, value: value, range: token.range, days: days).predicate()
        case .unclosedQuote:
            throw QueryMistake(range: token.range, message: "this quote is never closed")
        }
    }
}

extension WordSequence {
    /// A word as typed: a star at its end makes it a beginning.
    static func typed(_ word: String) -> WordSequence {
        WordSequence(word, isPrefix: word.hasSuffix("*"))
    }
}

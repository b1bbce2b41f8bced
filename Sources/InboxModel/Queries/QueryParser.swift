/// Recursive descent over: `either = both { OR both }`, `both = part { part }`,
/// `part = [-|NOT] ( [field:] '(' either ')' | [field:] '{' part { part } '}' | term )`.
struct QueryParser {
    private let tokens: [QueryToken]
    private let days: QueryDays
    private var next = 0
    private var depth = 0
    /// The field for bare words: that of the enclosing parentheses.
    private var field: String?
    /// The end of the text.
    private let end: Range<Int>

    /// Deeper nesting and more terms than anyone types are rejected, because SQLite's own parser has a limit.
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
            if (token.isAnd && !parts.isEmpty) || isPassedOver {
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

    /// Whether the next token is punctuation beside a word, which has no meaning.
    private var isPassedOver: Bool {
        guard case .word(let sign)? = peek?.kind, QueryValue(text: sign).isPunctuation else { return false }
        let (before, after) = (tokens[..<next].last, tokens[(next + 1)...])
        let follows = after.first?.kind == .minus ? after.dropFirst().first : after.first
        return before?.isPlainWord ?? false || follows?.isPlainWord ?? false
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
        case .fieldOpen("thread", _):
            // What notmuch writes so would be read as a condition on one message.
            throw QueryMistake(
                range: token.range,
                message: "thread: takes no search; a thread is found if one of its messages meets the whole query")
        case .fieldOpen(let name, let isAny):
            let outer = field
            field = name
            defer { field = outer }
            return isAny ? try anyOf(token) : try group(token)
        case .openAny: return try anyOf(token)
        case .close, .closeAny: throw Self.closesNothing(token)
        case .phrase(let phrase, let isPrefix):
            return try text(QueryValue(text: phrase, isQuoted: true, isPrefix: isPrefix), token)
        case .word(let word): return try text(QueryValue(text: word), token)
        case .mutt(let letter, let sign): return try mutt(letter, sign, token)
        case .field(let name, let value):
            return try QueryTerm(name: name, value: value, range: token.range, days: days).predicate()
        case .unclosedQuote:
            throw QueryMistake(range: token.range, message: "this quote is never closed")
        }
    }

    /// Parses a word or phrase in the field of the enclosing parentheses.
    private func text(_ value: QueryValue, _ token: QueryToken) throws(QueryMistake) -> MailPredicate {
        guard let field else { return .words(.anywhere, try value.words(at: token.range)) }
        return try QueryTerm(name: field, value: value, range: token.range, days: days).predicate()
    }

    /// Parses up to the closing parenthesis.
    private mutating func group(_ token: QueryToken) throws(QueryMistake) -> MailPredicate {
        let inner = try either()
        guard let close = peek, close.kind == .close else {
            throw QueryMistake(range: token.range, message: "this ( is never closed")
        }
        next += 1
        return inner
    }

    /// Parses up to the closing brace: an OR of the parts.
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

    /// Parses a pattern of mutt, with its value if it takes one.
    private mutating func mutt(_ letter: Character, _ sign: Character, _ token: QueryToken) throws(QueryMistake)
        -> MailPredicate
    {
        guard let pattern = MuttPattern(letter) else {
            throw QueryMistake(range: token.range, message: "~\(letter) is not known here; \(MuttPattern.remedy)")
        }
        guard sign != "%" else {
            throw QueryMistake(range: token.range, message: "no groups of addresses: ~\(letter) takes words")
        }
        guard pattern.takesValue else { return try pattern.predicate(QueryValue(text: ""), token.range, days) }
        let start = next
        guard let value = muttValue(pattern) else {
            throw QueryMistake(range: token.range, message: "~\(letter) needs a word after it")
        }
        if sign == "~", pattern.takesWords, value.isRegularExpression {
            throw QueryMistake(
                range: tokens[start].range, message: "no regular expressions: ~\(letter) takes words only")
        }
        return try pattern.predicate(value, token.range, days)
    }

    /// Returns nil if the next token is no value for the pattern.
    private mutating func muttValue(_ pattern: MuttPattern) -> QueryValue? {
        let isUpTo = pattern.takesRange && peek?.kind == .minus && next + 1 < tokens.count && tokens[next + 1].isRange
        if isUpTo { next += 1 }
        guard let token = peek, !pattern.isWholeAlone || token.isRange else {
            return pattern.isWholeAlone ? QueryValue(text: "") : nil
        }
        switch token.kind {
        case .word(let word) where !token.isOr:
            next += 1
            return QueryValue(text: isUpTo ? "-" + word : word)
        case .phrase(let phrase, let isPrefix):
            next += 1
            return QueryValue(text: phrase, isQuoted: true, isPrefix: isPrefix)
        default: return nil
        }
    }
}

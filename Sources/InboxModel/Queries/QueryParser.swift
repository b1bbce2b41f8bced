public import Foundation

/// Why a typed query could not be read as it stands, and where.
public struct QueryProblem: Error, Hashable, Sendable {
    /// In characters from the start of the text.
    public var column: Int
    /// A sentence for the user.
    public var message: String

    public init(column: Int, message: String) {
        self.column = column
        self.message = message
    }
}

/// What a user typed, as a predicate. Text that does not parse is searched as plain words, and `problem` says why.
public struct MailQuery: Hashable, Sendable {
    public let text: String
    public let predicate: MailPredicate
    public let problem: QueryProblem?

    /// - Parameter calendar: decides when the days of `after:` and `before:` begin.
    public init(_ text: String, now: Date = Date(), calendar: Calendar = .current) {
        self.text = text
        do {
            var parser = QueryParser(text: text, now: now, calendar: calendar)
            predicate = try parser.parse()
            problem = nil
        } catch {
            let words = text.split(whereSeparator: \.isWhitespace).prefix(QueryParser.mostTerms).map {
                MailPredicate.words(.anywhere, WordSequence(String($0)))
            }
            predicate = .all(words)
            problem = error
        }
    }
}

/// Recursive descent over: `either = both { OR both }`, `both = part { part }`, `part = [-|NOT] ( '(' either ')' | term )`.
struct QueryParser {
    private let tokens: [QueryToken]
    private let now: Date
    private let calendar: Calendar
    private var next = 0
    private var depth = 0
    private let end: Int

    /// Deeper nesting and more terms than anyone types are refused: SQLite's own parser has room for so much.
    private static let deepest = 20
    static let mostTerms = 200

    init(text: String, now: Date, calendar: Calendar) {
        tokens = QueryToken.all(in: text)
        end = text.count
        self.now = now
        self.calendar = calendar
    }

    mutating func parse() throws(QueryProblem) -> MailPredicate {
        guard !tokens.isEmpty else { return .everything }
        guard tokens.count <= Self.mostTerms else {
            throw QueryProblem(column: tokens[Self.mostTerms].column, message: "more than \(Self.mostTerms) terms")
        }
        let predicate = try either()
        if let token = peek { throw QueryProblem(column: token.column, message: "this ) closes nothing") }
        return predicate
    }

    private var peek: QueryToken? { next < tokens.count ? tokens[next] : nil }

    private mutating func either() throws(QueryProblem) -> MailPredicate {
        var alternatives = [try both()]
        while peek?.isOperator("OR") == true {
            let column = peek?.column ?? end
            next += 1
            guard let following = peek, !following.closes else {
                throw QueryProblem(column: column, message: "OR needs something on both sides")
            }
            alternatives.append(try both())
        }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func both() throws(QueryProblem) -> MailPredicate {
        var parts: [MailPredicate] = []
        while let token = peek, !token.closes, !token.isOperator("OR") {
            if token.isOperator("AND"), !parts.isEmpty {
                next += 1
                continue
            }
            parts.append(try part())
        }
        if parts.isEmpty {
            throw QueryProblem(column: peek?.column ?? end, message: "something is missing here")
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part() throws(QueryProblem) -> MailPredicate {
        guard let token = peek else { throw QueryProblem(column: end, message: "something is missing here") }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw QueryProblem(column: token.column, message: "nested too deeply")
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
                throw QueryProblem(column: token.column, message: "this ( is never closed")
            }
            next += 1
            return inner
        case .close:
            throw QueryProblem(column: token.column, message: "this ) closes nothing")
        case .phrase(let phrase):
            return .words(.anywhere, WordSequence(phrase))
        case .word(let word):
            return .words(.anywhere, .typed(word))
        case .field(let name, let value):
            return try QueryTerm(name: name, value: value, column: token.column, now: now, calendar: calendar)
                .predicate()
        case .unclosedQuote:
            throw QueryProblem(column: token.column, message: "this quote is never closed")
        }
    }
}

extension WordSequence {
    /// A word as typed: a star at its end makes it a beginning.
    static func typed(_ word: String) -> WordSequence {
        WordSequence(word, isPrefix: word.hasSuffix("*"))
    }
}

public import Foundation

/// Why a typed query could not be parsed, and where.
public struct QueryProblem: Error, Hashable, Sendable {
    /// In characters from the start of the text.
    public var column: Int
    /// The length of the faulty part in characters; 0 at the end of the text.
    public var length: Int
    /// A sentence for the user.
    public var message: String

    public init(column: Int, length: Int, message: String) {
        self.column = column
        self.length = length
        self.message = message
    }
}

/// A query typed by the user, as a predicate. If the text does not parse, its plain words are searched for; without words
/// it matches nothing. `problem` then says why.
public struct MailQuery: Hashable, Sendable {
    /// The typed text.
    public let text: String
    /// In its normal form.
    public let predicate: MailPredicate
    /// Nil if the text parses. Unknown fields are no problem, nor are mailboxes and accounts that do not exist.
    public let problem: QueryProblem?

    /// - Parameter calendar: its time zone decides when the days of `after:` and `before:` begin.
    public init(_ text: String, calendar: Calendar = .current) {
        self.text = text
        do {
            var parser = QueryParser(text: text, days: QueryDays(timeZone: calendar.timeZone))
            predicate = try parser.parse().normalForm
            problem = nil
        } catch {
            let words = text.split(whereSeparator: \.isWhitespace).prefix(QueryParser.mostTerms)
                .map { WordSequence(String($0)) }.filter { !$0.words.isEmpty }
            // Without words, everything would match, which was not meant.
            predicate = words.isEmpty ? .nothing : .all(words.map { .words(.anywhere, $0) })
            problem = QueryProblem(error, in: text)
        }
    }

    /// The fields that do not exist, such as `form` in `form:ann`, in lower case. They were read as plain words: before a program acts on
    /// whatever is found, it should know that there are none.
    public var unknownFields: [String] { Self.fields(in: text).filter { !$0.isKnown }.map(\.name) }
}

/// An error in a query; its range is in scalars from the start.
struct QueryMistake: Error {
    var range: Range<Int>
    var message: String
}

extension QueryProblem {
    fileprivate init(_ mistake: QueryMistake, in text: String) {
        func index(_ scalars: Int) -> String.Index {
            text.unicodeScalars.index(text.startIndex, offsetBy: scalars, limitedBy: text.endIndex) ?? text.endIndex
        }
        let (start, end) = (index(mistake.range.lowerBound), index(mistake.range.upperBound))
        self.init(column: text[..<start].count, length: text[start..<end].count, message: mistake.message)
    }
}

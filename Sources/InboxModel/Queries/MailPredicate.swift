public import Foundation

/// What a provider selects: a condition on one message. A thread is found if one of its messages meets all of it.
public indirect enum MailPredicate: Hashable, Sendable {
    case all([MailPredicate])
    case any([MailPredicate])
    case not(MailPredicate)

    case keyword(Keyword)
    case mailbox(MailboxReference)
    case account(AccountID)
    case thread(ThreadID)
    case message(MessageID)
    case hasFile
    case words(Field, WordSequence)
    /// An exact text, letter for letter, by a ``TextPattern``: all of it, its beginning, its end or a part.
    case text(TextField, pattern: String)
    /// The address of one of the senders or recipients, by a ``TextPattern``, ignoring case.
    case address(AddressField, pattern: String)
    /// One of the senders or recipients is the user, by any address that is theirs: `from:me`.
    case own(AddressField)
    /// The mailing list that it came through: its whole List-Id (RFC 2919), its first labels, or by a ``TextPattern``; `@` and `.`
    /// are the same here. If no server gave the List-Id, an address in To or Cc stands for it, unless any list is meant: `*`.
    case list(String)
    /// Received at this time or later.
    case receivedSince(Date)
    /// Received earlier than this time.
    case receivedBefore(Date)
    /// Received less than this long ago; counted from the moment the query is run.
    case newer(than: Span)
    case older(than: Span)
    /// Received on this day or later; the query decides which day that is when it is run.
    case sinceDay(NamedDay)
    /// Received before this day began.
    case beforeDay(NamedDay)
    case larger(than: Int)
    case smaller(than: Int)

    /// The part of a message in which words are looked for.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case anywhere, subject, from, to
        /// Bcc too.
        case cc
        /// Everyone whom the headers name.
        case people
        case body, file
    }

    /// The headers whose addresses are compared.
    public enum AddressField: String, Hashable, Sendable, CaseIterable {
        case from, to
        /// Bcc too.
        case cc
        /// Everyone whom the headers name.
        case people
    }

    /// The text that is compared exactly, not by its words.
    public enum TextField: String, Hashable, Sendable, CaseIterable {
        case subject
        /// The name of one of the files.
        case file
    }

    /// Selects every message.
    public static let everything = MailPredicate.all([])
    /// Drafts are never unread.
    public static let unread = MailPredicate.all([.not(.keyword(.seen)), .not(.keyword(.draft))])
    public static let starred = MailPredicate.keyword(.flagged)
    /// No message at all.
    public static let nothing = MailPredicate.not(.everything)

    /// One message has to meet both.
    public static func && (lhs: MailPredicate, rhs: MailPredicate) -> MailPredicate {
        .all([lhs, rhs])
    }

    public static func || (lhs: MailPredicate, rhs: MailPredicate) -> MailPredicate {
        .any([lhs, rhs])
    }

    public static prefix func ! (predicate: MailPredicate) -> MailPredicate {
        .not(predicate)
    }

    /// In one of these mailboxes; negated, in none of them.
    public static func mailbox(in mailboxes: Set<MailboxID>) -> MailPredicate { .mailbox(.ids(mailboxes)) }

    /// With one of these keywords; negated, with none of them.
    public static func keyword(in keywords: Set<Keyword>) -> MailPredicate {
        .any(keywords.sorted().map { .keyword($0) })
    }

    /// Names one of these addresses; negated, none of them.
    public static func people(in addresses: Set<String>) -> MailPredicate {
        .any(addresses.sorted().map { .address(.people, pattern: TextPattern.whole($0)) })
    }

    /// The start is included, the end is not; by the time at which the server got it.
    public static func received(in times: Range<Date>) -> MailPredicate {
        .receivedSince(times.lowerBound) && .receivedBefore(times.upperBound)
    }

    /// In bytes, both ends included.
    public static func size(in sizes: ClosedRange<Int>) -> MailPredicate {
        .not(.smaller(than: sizes.lowerBound)) && .not(.larger(than: sizes.upperBound))
    }
}

extension MailPredicate {
    /// What is left of it when reading a message never takes it out: nothing has to be unread.
    public var blindToReading: MailPredicate {
        switch self {
        case .not(.keyword(.seen)): .everything
        case .all(let parts): .all(parts.map(\.blindToReading))
        case .any(let parts): .any(parts.map(\.blindToReading))
        default: self
        }
    }
}

/// How a query names a mailbox: by what it is for, by its name, or as the very one.
public enum MailboxReference: Hashable, Sendable {
    case role(MailboxRole)
    /// Compared without regard to case; the whole name or its last level.
    case name(String)
    /// One of these: what roles and names come to when the mailboxes are known.
    case ids(Set<MailboxID>)
}

/// Words that stand side by side in one field.
public struct WordSequence: Hashable, Sendable {
    /// Folded words in their order.
    public var words: [String]
    /// Whether the last word may go on.
    public var isPrefix: Bool
    /// The text that asked for them, where there was one: it orders what is found, and finds nothing else.
    package private(set) var typed: String?

    public init(words: [String], isPrefix: Bool = false) {
        self.words = words
        self.isPrefix = isPrefix && !words.isEmpty
    }

    public init(_ text: String, isPrefix: Bool = false) {
        words = SearchText.queryWords(text)
        typed = text
        self.isPrefix = !words.isEmpty && (isPrefix || SearchText.endsInSingleIdeograph(text))
    }

    public static func == (one: WordSequence, other: WordSequence) -> Bool {
        one.words == other.words && one.isPrefix == other.isPrefix
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words)
        hasher.combine(isPrefix)
    }

    /// Whether the words stand side by side in a text, which is folded as they are; no words stand everywhere.
    public func occurs(in text: [String]) -> Bool {
        words.isEmpty || (0..<text.count).contains { occurs(at: $0, in: text) }
    }

    /// Whether the words stand at this place of a text.
    func occurs(at start: Int, in text: [String]) -> Bool {
        guard let last = words.last, start + words.count <= text.count else { return false }
        let candidate = text[start + words.count - 1]
        guard isPrefix ? candidate.hasPrefixScalars(last) : candidate == last else { return false }
        return words.dropLast().elementsEqual(text[start..<(start + words.count - 1)])
    }
}

extension String {
    /// A beginning compared scalar by scalar, as the index does it.
    fileprivate func hasPrefixScalars(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}

/// A day that is another one tomorrow. The raw value is what a user types.
public enum NamedDay: String, Hashable, Sendable, CaseIterable {
    case today, yesterday

    /// When it begins, of a time.
    public func begin(at now: Date, calendar: Calendar) -> Date {
        let today = calendar.startOfDay(for: now)
        return self == .today ? today : calendar.date(byAdding: .day, value: -1, to: today) ?? .distantPast
    }
}

/// A length of time as a user writes it: `3d`, `2w`, `6m`, `1y`.
public struct Span: Hashable, Sendable {
    /// The raw value is what a user types behind the number.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case minutes = "min"
        case hours = "h"
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    /// Between 0 and 100,000.
    public let count: Int
    public let unit: Unit

    static let most = 100_000

    public init(count: Int, unit: Unit) {
        self.count = min(max(count, 0), Self.most)
        self.unit = unit
    }

    /// So long before a date, by the calendar: a month is no number of seconds. What no calendar reaches is the distant past.
    public func before(_ date: Date, calendar: Calendar) -> Date {
        let component: Calendar.Component =
            switch unit {
            case .minutes: .minute
            case .hours: .hour
            case .days: .day
            case .weeks: .weekOfYear
            case .months: .month
            case .years: .year
            }
        return calendar.date(byAdding: component, value: -count, to: date) ?? .distantPast
    }
}

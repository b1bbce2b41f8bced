public import Foundation

/// A condition on a message. Providers select a thread if one of its messages meets the whole condition.
public indirect enum MailPredicate: Hashable, Sendable {
    case all([MailPredicate])
    case any([MailPredicate])
    case not(MailPredicate)

    case keyword(Keyword)
    case mailbox(MailboxReference)
    case account(AccountID)
    /// The account with this address, otherwise the only one with this name: that of its owner, or the part of its address before or
    /// after the `@`. Names are resolved by `resolved(accounts:)`; until then this selects nothing.
    case accountNamed(String)
    case thread(ThreadID)
    case message(MessageID)
    /// The message whose Message-ID header (RFC 5322 §3.6.4) is this, without its angle brackets. Capitals matter.
    case messageID(String)
    case hasFile
    case words(Field, WordSequence)
    /// An exact text, by a ``TextPattern``: the whole text, its beginning, its end or a part.
    case text(TextField, pattern: String)
    /// The address of one of the senders or recipients, by a ``TextPattern``, ignoring case.
    case address(AddressField, pattern: String)
    /// One of the senders or recipients is the user, with any of the user's addresses: `from:me`.
    case own(AddressField)
    /// The message came through this mailing list, named by its whole List-Id (RFC 2919), its first labels, or a ``TextPattern``; `@`
    /// and `.` are equivalent. If no server reported the List-Id, the addresses in To and Cc are compared, except for any list: `*`.
    case list(String)
    /// Received at this time or later.
    case receivedSince(Date)
    /// Received earlier than this time.
    case receivedBefore(Date)
    /// Received less than this span ago, counted from the time of the query.
    case newer(than: Span)
    case older(than: Span)
    /// Received on this day or later. The query determines the date of the day when it runs.
    case sinceDay(NamedDay)
    /// Received before this day.
    case beforeDay(NamedDay)
    /// In bytes, the size itself excluded; the same goes for `smaller`.
    case larger(than: Int)
    case smaller(than: Int)

    /// The part of a message to search for words.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case anywhere, subject, from, to
        /// Includes Bcc.
        case cc
        /// Everyone named in the headers.
        case people
        case body, file
    }

    /// The headers with the addresses to compare.
    public enum AddressField: String, Hashable, Sendable, CaseIterable {
        case from, to
        /// Includes Bcc.
        case cc
        /// Everyone named in the headers.
        case people
    }

    /// The text to compare exactly, not by words.
    public enum TextField: String, Hashable, Sendable, CaseIterable {
        case subject
        /// The name of any file.
        case file
    }

    /// Selects every message.
    public static let everything = MailPredicate.all([])
    /// Drafts are never unread.
    public static let unread = MailPredicate.all([.not(.keyword(.seen)), .not(.keyword(.draft))])
    public static let starred = MailPredicate.keyword(.flagged)
    /// Selects no message.
    public static let nothing = MailPredicate.not(.everything)

    /// Selects messages that match both.
    public static func && (lhs: MailPredicate, rhs: MailPredicate) -> MailPredicate {
        .all([lhs, rhs])
    }

    public static func || (lhs: MailPredicate, rhs: MailPredicate) -> MailPredicate {
        .any([lhs, rhs])
    }

    public static prefix func ! (predicate: MailPredicate) -> MailPredicate {
        .not(predicate)
    }

    /// Messages in any of these mailboxes; negated, in none of them.
    public static func mailbox(in mailboxes: Set<MailboxID>) -> MailPredicate { .mailbox(.ids(mailboxes)) }

    /// Messages with any of these keywords; negated, with none of them.
    public static func keyword(in keywords: Set<Keyword>) -> MailPredicate {
        .any(keywords.sorted().map { .keyword($0) })
    }

    /// Messages that name any of these addresses; negated, none of them.
    public static func people(in addresses: Set<String>) -> MailPredicate {
        .any(addresses.sorted().map { .address(.people, pattern: TextPattern.whole($0)) })
    }

    /// Selects messages that the server received in this time. Includes the start, but not the end.
    public static func received(in times: Range<Date>) -> MailPredicate {
        .receivedSince(times.lowerBound) && .receivedBefore(times.upperBound)
    }

    /// By size in bytes, including both ends.
    public static func size(in sizes: ClosedRange<Int>) -> MailPredicate {
        .not(.smaller(than: sizes.lowerBound)) && .not(.larger(than: sizes.upperBound))
    }
}

extension MailPredicate {
    /// The account of all that it selects; nil where that may be of several.
    package var onlyAccount: AccountID? {
        switch self {
        case .account(let id): id
        case .all(let parts): parts.lazy.compactMap(\.onlyAccount).first
        default: nil
        }
    }

    /// The predicate without the condition of being unread, so that reading a message never removes it.
    public var blindToReading: MailPredicate {
        switch self {
        case .not(.keyword(.seen)): .everything
        case .all(let parts): .all(parts.map(\.blindToReading))
        case .any(let parts): .any(parts.map(\.blindToReading))
        default: self
        }
    }
}

/// A mailbox in a query: by role, name or id.
public enum MailboxReference: Hashable, Sendable {
    case role(MailboxRole)
    /// The full name or its last level, ignoring case.
    case name(String)
    /// Any of these mailboxes. Roles and names are resolved to this form.
    case ids(Set<MailboxID>)
}

/// Consecutive words in one field.
public struct WordSequence: Hashable, Sendable {
    /// Folded words, in order.
    public var words: [String]
    /// Whether the last word may continue.
    public var isPrefix: Bool
    /// The text that the user typed, if any. It affects the order of results, but not what matches.
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

    /// Whether the words occur consecutively in a folded text. An empty sequence occurs in every text.
    public func occurs(in text: [String]) -> Bool {
        words.isEmpty || (0..<text.count).contains { occurs(at: $0, in: text) }
    }

    /// Whether the words occur at a position of the text.
    func occurs(at start: Int, in text: [String]) -> Bool {
        guard let last = words.last, start + words.count <= text.count else { return false }
        let candidate = text[start + words.count - 1]
        guard isPrefix ? candidate.hasPrefixScalars(last) : candidate == last else { return false }
        return words.dropLast().elementsEqual(text[start..<(start + words.count - 1)])
    }
}

extension String {
    /// Compares scalar by scalar, like the index.
    fileprivate func hasPrefixScalars(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}

/// A day relative to today. The raw value is the typed form.
public enum NamedDay: String, Hashable, Sendable, CaseIterable {
    case today, yesterday

    /// Returns the beginning of the day.
    public func begin(at now: Date, calendar: Calendar) -> Date {
        guard self == .yesterday else { return calendar.startOfDay(for: now) }
        return calendar.date(byAdding: .day, value: -1, to: now).map { calendar.startOfDay(for: $0) } ?? .distantPast
    }
}

/// A length of time in the form that users type: `3d`, `2w`, `6m`, `1y`.
public struct Span: Hashable, Sendable {
    /// The raw value is the typed form behind the number.
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

    /// Returns the date this long before another, by the calendar: a month has no fixed number of seconds. Returns the distant past if no
    /// calendar goes back that far.
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

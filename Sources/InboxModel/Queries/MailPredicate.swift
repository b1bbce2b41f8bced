public import Foundation

/// What a provider selects: a condition on one message. A thread is found when one of its messages meets the whole of it.
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
    /// The address of a sender or recipient, where `*` stands for anything; compared without regard to case.
    case address(AddressField, pattern: String)
    /// Received at this time or later.
    case receivedSince(Date)
    /// Received earlier than this time.
    case receivedBefore(Date)
    /// Received less than this long ago; counted from the moment the query is run.
    case newer(than: Span)
    case older(than: Span)
    case larger(than: Int)
    case smaller(than: Int)

    /// Which part of a message words are looked for in.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case anywhere, subject, from, to, cc, body, file
    }

    public enum AddressField: String, Hashable, Sendable, CaseIterable {
        case from, to, cc
    }

    public static let everything = MailPredicate.all([])
    public static let unread = MailPredicate.all([.not(.keyword(.seen)), .not(.keyword(.draft))])
    public static let starred = MailPredicate.keyword(.flagged)

    public static func && (lhs: MailPredicate, rhs: MailPredicate) -> MailPredicate {
        .all([lhs, rhs])
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

    public init(words: [String], isPrefix: Bool = false) {
        self.words = words
        self.isPrefix = isPrefix
    }

    public init(_ text: String, isPrefix: Bool = false) {
        words = SearchText.queryWords(text)
        self.isPrefix = isPrefix || SearchText.endsInSingleIdeograph(text)
    }

    public func occurs(in text: [String]) -> Bool {
        guard let last = words.last else { return true }
        guard text.count >= words.count else { return false }
        let head = words.dropLast()
        for start in 0...(text.count - words.count) {
            let candidate = text[start + words.count - 1]
            guard isPrefix ? candidate.hasPrefixScalars(last) : candidate == last else { continue }
            if head.elementsEqual(text[start..<(start + words.count - 1)]) { return true }
        }
        return false
    }
}

extension String {
    /// A beginning compared scalar by scalar, as the index does it.
    fileprivate func hasPrefixScalars(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}

/// A length of time as a user writes it: `3d`, `2w`, `6m`, `1y`.
public struct Span: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case minutes = "min"
        case hours = "h"
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    public var count: Int
    public var unit: Unit

    public init(count: Int, unit: Unit) {
        self.count = count
        self.unit = unit
    }

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

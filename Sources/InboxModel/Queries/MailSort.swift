public import Foundation

/// The order of a provider's rows. Ties are broken by the id, in the same direction, so every order is total.
public struct MailSort: Hashable, Sendable {
    /// The field to compare.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The date of the message, or of the newest message of a thread.
        case date
        /// By the folded words of the first sender's name.
        case from
        /// By the folded words of the subject.
        case subject
        /// In bytes; for a thread, the total of its messages.
        case size
        /// By whether the row has the mark, and then by date.
        case unread, starred, files
    }

    public var field: Field
    public var isAscending: Bool

    public init(_ field: Field, ascending: Bool) {
        self.field = field
        isAscending = ascending
    }

    public static let newestFirst = MailSort(.date, ascending: false)
    public static let oldestFirst = MailSort(.date, ascending: true)
}

extension MailSort {
    /// Returns the key of a thread in this order.
    public func key(of thread: MailThread) -> SortKey {
        let id = thread.id.rawValue
        return switch field {
        case .date: SortKey(number: thread.lastDate.wholeSeconds, id: id)
        case .from: SortKey(text: thread.senderKey, id: id)
        case .subject: SortKey(text: thread.subjectKey, id: id)
        case .size: SortKey(number: Int64(thread.size), id: id)
        case .unread: SortKey(mark: thread.isUnread, date: thread.lastDate, id: id)
        case .starred: SortKey(mark: thread.isStarred, date: thread.lastDate, id: id)
        case .files: SortKey(mark: thread.hasFiles, date: thread.lastDate, id: id)
        }
    }

    /// Returns the key of a message in this order.
    public func key(of message: Message) -> SortKey {
        let id = message.id.rawValue
        return switch field {
        case .date: SortKey(number: message.receivedAt.wholeSeconds, id: id)
        case .from: SortKey(text: message.senderKey, id: id)
        case .subject: SortKey(text: message.subjectKey, id: id)
        case .size: SortKey(number: Int64(message.size), id: id)
        case .unread: SortKey(mark: message.isUnread, date: message.receivedAt, id: id)
        case .starred: SortKey(mark: message.isStarred, date: message.receivedAt, id: id)
        case .files: SortKey(mark: message.hasFiles, date: message.receivedAt, id: id)
        }
    }
}

extension MailThread {
    /// The key for sorting by subject.
    public var subjectKey: String { SearchText.line(subject) }
    /// The key for sorting by sender.
    public var senderKey: String { senders.first.map(\.sortKey) ?? "" }
}

extension Message {
    public var subjectKey: String { SearchText.line(subject) }
    public var senderKey: String { from.first.map(\.sortKey) ?? "" }
}

extension MailAddress {
    /// The key for sorting by this person.
    package var sortKey: String { SearchText.line(displayName) }
}

extension Date {
    /// Since 1970, rounded down, clamped to the range of sort keys.
    public var wholeSeconds: Int64 { Int64(max(-8e12, min(8e12, timeIntervalSince1970.rounded(.down)))) }
}

/// The position of a row in an order: the value of the sorted field, then the id.
public struct SortKey: Hashable, Sendable {
    /// All keys of one order have values of the same case.
    public enum Value: Hashable, Sendable {
        case number(Int64)
        /// Compared byte by byte, as SQLite compares text.
        case text(String)
    }

    public var value: Value
    /// The id of the thread or message, which breaks ties.
    public var id: Int64

    public init(value: Value, id: Int64) {
        self.value = value
        self.id = id
    }

    init(number: Int64, id: Int64) { self.init(value: .number(number), id: id) }
    init(text: String, id: Int64) { self.init(value: .text(text), id: id) }
    init(mark: Bool, date: Date, id: Int64) {
        self.init(number: date.wholeSeconds + (mark ? Self.markWeight : 0), id: id)
    }

    /// Greater than the distance between any two dates.
    public static let markWeight: Int64 = 1 << 44

    /// The parts of a key that consists of a mark and a date.
    package var markAndDate: (mark: Bool, date: SortKey)? {
        guard case .number(let number) = value else { return nil }
        let mark = number > Self.markWeight / 2
        return (mark, SortKey(number: mark ? number - Self.markWeight : number, id: id))
    }

    /// Whether this key comes first, as in SQL.
    public func precedes(_ other: SortKey, in sort: MailSort) -> Bool {
        sort.isAscending ? isLess(than: other) : other.isLess(than: self)
    }

    private func isLess(than other: SortKey) -> Bool {
        switch (value, other.value) {
        case (.number(let left), .number(let right)) where left != right: left < right
        case (.text(let left), .text(let right)) where left != right:
            left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.number, .text): true
        case (.text, .number): false
        default: id < other.id
        }
    }
}

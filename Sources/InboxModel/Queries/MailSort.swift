/// In what order a provider shows its rows. Ties are broken by the id, in the same direction, so every order is total.
public struct MailSort: Hashable, Sendable {
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// When the newest message of a thread, or the message, was received.
        case date
        /// By the folded words of the subject.
        case subject
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

/// Where a row stands in an order: the value of the sorted field, then the id.
public struct SortKey: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case number(Int64)
        /// Compared byte by byte, as SQLite compares text.
        case text(String)
    }

    public var value: Value
    public var id: Int64

    public init(value: Value, id: Int64) {
        self.value = value
        self.id = id
    }

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

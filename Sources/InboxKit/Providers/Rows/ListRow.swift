import Foundation
import InboxModel
import InboxStore

/// Rows of a list that may be long: read page by page along an order, and updated from commits.
protocol ListRow: ProviderRow {
    /// A filter and an order, with everything resolved that depends on the store or on the time.
    associatedtype Query: Hashable & Sendable

    static func query(_ configuration: ListConfiguration<Self>, _ reader: StoreReader, now: Date) throws -> Query
    /// Returns how often time alone may change what a filter selects; nil if it never does.
    static func pulse(_ filter: Filter) -> Duration?
    /// Whether commits must carry the words of messages.
    static func needsWords(_ filter: Filter) -> Bool
    static func precedes(_ first: Self, _ second: Self, in query: Query) -> Bool

    /// - Parameters:
    ///   - last: if set, only rows behind this one in the order are read.
    ///   - isBackwards: whether the order, and with it “behind”, is reversed.
    static func read(
        _ reader: StoreReader, _ query: Query, offset: Int, limit: Int, after last: Self?, isBackwards: Bool
    ) throws -> [Self]
    static func count(_ reader: StoreReader, _ query: Query) throws -> (total: Int, unread: Int)
    /// Returns the same numbers if a stored counter has them; otherwise nil.
    static func knownCount(_ reader: StoreReader, _ query: Query) throws -> (total: Int, unread: Int)?

    /// Returns the first rows, as far as they are found within a cost, the place after which there may be more, and whether there are
    /// so few that counting them costs little, too.
    static func read(_ reader: StoreReader, _ query: Query, limit: Int, after pause: SortKey?, costing cost: Int) throws
        -> ([Self], pause: SortKey?, areFew: Bool)
    /// Continues counting, as far as it gets within a cost.
    static func count(_ reader: StoreReader, _ query: Query, from slice: ListCount, costing cost: Int) throws
        -> ListCount

    /// Returns the query that also selects rows that were read meanwhile; nil if reading makes no difference to it.
    static func blindToReading(_ query: Query) -> Query?
    /// Returns one row, if a query selects it.
    static func read(_ reader: StoreReader, _ query: Query, only id: ID) throws -> Self?

    /// Returns the first unread row behind another in the order, or before it if `isBackwards`, and its position; nil if there is none, or
    /// if rows of this kind are never unread.
    static func nextUnread(_ reader: StoreReader, _ query: Query, from row: Self, isBackwards: Bool) throws
        -> (row: Self, position: Int)?

    /// Returns what a commit did to the rows that a query selects; nil if they must be read again.
    static func changes(in commit: Commit, _ query: Query) -> [RowChange<Self>]?
}

/// How far the rows of a list have been counted.
struct ListCount: Hashable, Sendable {
    var total = CountSlice()
    var unread = CountSlice()

    var isDone: Bool { total.isDone && unread.isDone }

    /// Continues counting all rows of a list of mail, then the unread ones, by a function that counts a slice.
    func continued(
        _ query: MailListQuery, _ count: (MailPredicate, CountSlice) throws -> CountSlice
    ) rethrows -> ListCount {
        var next = self
        if !next.total.isDone { next.total = try count(query.predicate, next.total) }
        if next.total.isDone, !next.unread.isDone { next.unread = try count(query.unread.predicate, next.unread) }
        return next
    }
}

extension ListRow {
    static func read(_ reader: StoreReader, _ query: Query, limit: Int, after pause: SortKey?, costing cost: Int) throws
        -> ([Self], pause: SortKey?, areFew: Bool)
    {
        (try read(reader, query, offset: 0, limit: limit, after: nil, isBackwards: false), nil, false)
    }

    static func count(_ reader: StoreReader, _ query: Query, from slice: ListCount, costing cost: Int) throws
        -> ListCount
    {
        var slice = slice
        (slice.total.count, slice.unread.count) = try count(reader, query)
        (slice.total.isDone, slice.unread.isDone) = (true, true)
        return slice
    }

    static func pulse(_ filter: Filter) -> Duration? { nil }
    static func blindToReading(_ query: Query) -> Query? { nil }
    static func read(_ reader: StoreReader, _ query: Query, only id: ID) throws -> Self? { nil }
    static func nextUnread(_ reader: StoreReader, _ query: Query, from row: Self, isBackwards: Bool) throws
        -> (row: Self, position: Int)?
    { nil }
}

/// Rows that come from messages: threads, messages, drafts, files.
protocol MailRow: ListRow where Filter == MailPredicate, Sort == MailSort, Query == MailListQuery {
    /// A condition of this kind of row that is added to every filter.
    static var always: MailPredicate { get }
    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ query: MailListQuery) -> [RowChange<Self>]
}

/// A resolved predicate and an order.
struct MailListQuery: Hashable, Sendable {
    var predicate: MailPredicate
    var sort: MailSort
    /// Whether the filter was about the user, whose addresses change with the accounts.
    var namesUser = false

    var backwards: MailSort { MailSort(sort.field, ascending: !sort.isAscending) }
    var unread: MailListQuery { with(predicate && .unread) }
    /// The query that also selects mail that was read meanwhile; nil if reading makes no difference to it.
    var blindToReading: MailListQuery? {
        let blind = predicate.blindToReading
        return blind == predicate ? nil : with(blind)
    }

    private func with(_ predicate: MailPredicate) -> MailListQuery {
        MailListQuery(predicate: predicate, sort: sort, namesUser: namesUser)
    }
}

extension MailRow {
    static var always: MailPredicate { .everything }

    static func query(_ configuration: ListConfiguration<Self>, _ reader: StoreReader, now: Date) throws
        -> MailListQuery
    {
        let filter = always == .everything ? configuration.filter : configuration.filter && always
        return MailListQuery(
            predicate: try reader.resolved(filter, now: now), sort: configuration.sort, namesUser: filter.namesUser)
    }

    static func needsWords(_ filter: MailPredicate) -> Bool { filter.needsWords }
    static func pulse(_ filter: MailPredicate) -> Duration? { filter.pulse }
    static func knownCount(_ reader: StoreReader, _ query: MailListQuery) throws -> (total: Int, unread: Int)? { nil }

    static func changes(in commit: Commit, _ query: MailListQuery) -> [RowChange<Self>]? {
        guard case .changes(let threads) = commit.threads, !commit.changesMailboxNames,
            commit.carriesWords || !query.predicate.needsWords, !commit.changesAccounts || !query.namesUser
        else { return nil }
        return changes(threads, query)
    }
}

extension ThreadImage {
    /// Returns the messages that satisfy a resolved predicate.
    func selected(by predicate: MailPredicate) -> [Message] {
        messages.filter { message in predicate.matches(message, words: words[message.id] ?? MessageWords()) }
    }
}

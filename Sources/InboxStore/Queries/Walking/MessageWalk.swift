import GRDB
import InboxModel

/// A walk over messages by date, along lists in the order of ids. Messages whose date no longer matches their id are
/// walked separately and merged in.
struct MessageWalk {
    private var walk: PlaceWalk
    private let order: WalkOrder
    private let database: Database
    /// The place after which it begins.
    private let start: ListPlace?
    /// The list that has exactly the messages, if there is one.
    private let exact: StoredPlaces?
    private var strays: RedatedMessages
    private var stray: ListPlace?
    private var ahead: ListPlace?
    private var isAtEnd = false

    private static let secondBits: Int64 = 20

    /// - Returns: nil when no list leads to the messages, or when the query has words, which have an index of their own.
    init?(_ query: MessageQuery, _ database: Database, after key: SortKey?) throws {
        guard query.sort.field == .date, query.predicate.requiredMatch == nil else { return nil }
        let conjuncts = query.predicate.conjuncts
        if conjuncts.contains(where: \.isFoundByIndex) { return nil }
        let order = WalkOrder(isAscending: query.sort.isAscending)
        let found = try MessageLists(query.predicate, order, ThreadCoverFinder(database))
        guard !found.lists.isEmpty else { return nil }
        (self.order, self.database, exact) = (order, database, found.exact)
        start = key.map { Self.place(of: $0) }
        strays = try RedatedMessages(database, order, after: start, test: Self.test(query.predicate))
        let rest = MailPredicate.all(found.rest)
        let test =
            try strays.ids == nil
            ? PlaceTest(database, Self.test(rest, where: "AND message.receivedAt = message.id >> 20"))
            : found.rest.isEmpty ? nil : PlaceTest(database, Self.test(rest))
        // The ids of the seconds that are requested.
        let first = found.since.map { $0 << Self.secondBits }
        let last = found.before.map { ($0 << Self.secondBits) - 1 }
        var begin = order.isAscending ? first : last
        if let start {
            let id = Self.nearest(start, order)
            begin = begin.map { order.isAscending ? max($0, id) : min($0, id) } ?? id
        }
        walk = PlaceWalk(
            found.lists, order, from: begin.map { ListPlace(date: 0, id: $0) },
            to: (order.isAscending ? last : first).map { ListPlace(date: 0, id: $0) }, test: test)
        stray = try strays.next()
    }

    var statements: [WalkStatement] { walk.statements }

    /// The next message.
    mutating func next() throws -> Int64? {
        if ahead == nil, !isAtEnd {
            repeat {
                guard case .found(let place) = try walk.next() else {
                    isAtEnd = true
                    break
                }
                ahead = ListPlace(date: place.id >> Self.secondBits, id: place.id)
            } while ahead.map { strays.ids?.contains($0.id) ?? false } ?? false
            if isAtEnd { ahead = nil }
        }
        if let found = stray, ahead.map({ order.precedes(found, $0) }) ?? true {
            stray = try strays.next()
            return found.id
        }
        defer { ahead = nil }
        return ahead?.id
    }

    /// Passes over messages without reading each, and at most over so many.
    /// - Returns: how many these were.
    mutating func skip(atMost count: Int) throws -> Int {
        // A message with another date stands elsewhere than in the list, so that each moves the others by one at most.
        guard let exact, ahead == nil, let redated = strays.ids, count > redated.count,
            let next = try exact.place(database, behind: count - redated.count, from: walk.place)
        else { return 0 }
        let moved = try strays.selected().count { !isPassed($0, at: walk.place) && isPassed($0, at: next) }
        var passed = count - redated.count - moved
        walk.skip(to: next)
        while let place = stray, order.precedes(place, ListPlace(date: next.id >> Self.secondBits, id: next.id)) {
            passed += 1
            stray = try strays.next()
        }
        return passed
    }

    /// The number of messages, if one list has exactly them and no more than a few others; else nil.
    func length() throws -> Int? {
        guard let exact, strays.ids != nil else { return nil }
        let redated = try strays.selected()
        let moved = redated.count { !isPassed($0, at: walk.place) }
        let following = redated.count { place in start.map { order.precedes($0, place) } ?? true }
        return try exact.length(database, from: walk.place) - moved + following
    }

    /// Whether a message stands before a place in the order of ids.
    private func isPassed(_ message: ListPlace, at place: ListPlace) -> Bool {
        order.precedes(ListPlace(date: 0, id: message.id), ListPlace(date: 0, id: place.id))
    }

    private static func place(of key: SortKey) -> ListPlace {
        if case .number(let date) = key.value {
            ListPlace(date: date, id: key.id)
        } else {
            ListPlace(date: 0, id: key.id)
        }
    }

    /// The first id after a place, whose message may have any date.
    private static func nearest(_ place: ListPlace, _ order: WalkOrder) -> Int64 {
        let limit = Int64(8e12)
        let date = max(-limit, min(limit, place.date))
        let (first, next) = (date << secondBits, (date + 1) << secondBits)
        let id = order.behind(place).id
        return order.isAscending ? max(first, min(next, id)) : max(first - 1, min(next - 1, id))
    }

    /// Words are checked for each message by itself.
    private static func test(_ predicate: MailPredicate, where more: SQL = "") -> SQL {
        "SELECT 1 FROM mail AS message WHERE (\(predicate.sql(.newest(since: .max)))) \(more) AND message.id = ?"
    }
}

extension MailPredicate {
    /// Whether an index names the messages, few of them.
    fileprivate var isFoundByIndex: Bool {
        switch self {
        case .thread, .message, .messageID: true
        default: false
        }
    }
}

extension MessageQuery {
    /// The messages of a page along kept lists; nil when there are none for the query.
    func walked(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> [Message]? {
        guard var walk = try MessageWalk(self, database, after: key) else { return nil }
        var ids: [MessageID] = []
        var skipped = try walk.skip(atMost: offset)
        while limit < 0 || ids.count < limit, let id = try walk.next() {
            if skipped < offset { skipped += 1 } else { ids.append(MessageID(id)) }
        }
        return try database.rows(
            """
            SELECT \(MessageTable.columns) FROM json_each(?) AS page \
            CROSS JOIN \(MessageTable.source) ON message.id = page.value ORDER BY page.key
            """, IDList(ids), read: MessageTable.message)
    }

    /// The number of messages, along the same lists.
    func walkedCount(_ database: Database) throws -> Int? {
        var query = self
        query.sort = .newestFirst
        if query.predicate.requiredMatch == nil {
            let lists = try MessageLists(predicate, WalkOrder(isAscending: false), ThreadCoverFinder(database))
            if let length = try lists.length() { return length }
        }
        return try query.walkedCount(database, after: nil)
    }

    /// The number of messages behind a place, along kept lists; nil when there are none for the query.
    func walkedCount(_ database: Database, after key: SortKey?) throws -> Int? {
        guard var walk = try MessageWalk(self, database, after: key) else { return nil }
        if let length = try walk.length() { return length }
        var count = 0
        while try walk.next() != nil { count += 1 }
        return count
    }
}

import GRDB
import InboxModel

/// A walk by date over the threads that are in several kept lists at once.
struct ThreadMeeting {
    private(set) var walk: PlaceWalk

    /// - Returns: nil where one list leads to the threads, the query has words, or the order is not by date.
    init?(_ query: ThreadQuery, _ database: Database, after key: SortKey? = nil) throws {
        guard query.sort.field == .date, query.predicate.requiredMatch == nil else { return nil }
        let finder = try ThreadCoverFinder(database)
        guard let cover = try ThreadWay(query.predicate, finder).cover, !cover.isExact, !cover.probes.isEmpty else {
            return nil
        }
        let order = WalkOrder(isAscending: query.sort.isAscending)
        let lists = try ([cover.keys] + cover.probes).map { keys in
            let parts = try keys.compactMap { try ThreadListTable.find(database, $0) }.map { list in
                try StoredPlaces(
                    database, from: "threadListRow WHERE list = ?", [list.id], columns: ["lastDate", "thread"], order)
            }
            return parts.count == 1 ? parts[0] : JoinedPlaces(parts, order) as any OrderedPlaces
        }
        // One message must match the whole predicate. Words are checked for each message by itself.
        let test = try PlaceTest(
            database,
            """
            SELECT 1 FROM mail AS message WHERE (\(query.predicate.sql(.newest(since: .max)))) AND message.thread = ?
            """)
        walk = PlaceWalk(lists, order, from: key.map { Self.place(behind: $0, order) }, test: test)
    }

    private static func place(behind key: SortKey, _ order: WalkOrder) -> ListPlace {
        guard case .number(let date) = key.value else { return order.start }
        return order.behind(ListPlace(date: date, id: key.id))
    }

    /// Returns the next threads, after skipping some.
    mutating func threads(skipping offset: Int, limit: Int) throws -> [ThreadID] {
        var found: [ThreadID] = []
        var skipped = 0
        while limit < 0 || found.count < limit, case .found(let place) = try walk.next() {
            if skipped < offset { skipped += 1 } else { found.append(ThreadID(place.id)) }
        }
        return found
    }

    /// Returns the next threads, as many as are found at some cost.
    /// - Returns: the threads, and the place after which the walk continues if it paused.
    mutating func threads(limit: Int, costing cost: Int) throws -> ([ThreadID], pause: SortKey?) {
        var found: [ThreadID] = []
        while found.count < limit {
            switch try walk.next(costing: cost) {
            case .found(let place): found.append(ThreadID(place.id))
            case .paused: return (found, pause)
            case .end: return (found, nil)
            }
        }
        return (found, nil)
    }

    /// Counts the threads, as far as possible at some cost.
    mutating func count(costing cost: Int = .max) throws -> (Int, pause: SortKey?) {
        var count = 0
        while true {
            switch try walk.next(costing: cost) {
            case .found:
                count += 1
                if walk.cost >= cost { return (count, pause) }
            case .paused: return (count, pause)
            case .end: return (count, nil)
            }
        }
    }

    private var pause: SortKey {
        let last = walk.order.before(walk.place)
        return SortKey(value: .number(last.date), id: last.id)
    }
}

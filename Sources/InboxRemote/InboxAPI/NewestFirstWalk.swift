import InboxModel

/// Walks a list that the server orders by whole seconds, newest first, while new objects keep arriving at its top.
///
/// The filter of the next page includes the last second of the page before, because more objects may share it. Objects that were already
/// returned are dropped by id. If very many objects share a second, all but the last hundred are skipped by offset.
struct NewestFirstWalk: Codable, Hashable {
    struct Item: Hashable {
        var id: String
        var second: Int?
    }

    /// A request for a page.
    struct Window: Hashable {
        /// The newest second to include; nil at the start of the walk.
        var newestSecond: Int?
        var offset: Int
        var limit: Int
    }

    private static let remembered = 100
    private static let largestLimit = 1000

    private var second: Int?
    /// How many objects of that second were returned.
    private var given = 0
    /// The ids of the last of them.
    private var ids: [String] = []
    /// How many objects there are in all.
    var total: Int?

    private enum CodingKeys: String, CodingKey {
        case second = "s"
        case given = "n"
        case ids
        case total
    }

    init() {}

    /// Starts with the objects that are no newer than a second.
    init(notAfter second: Int) { self.second = second }

    /// Continues from a position. An unreadable position starts over, which returns objects twice but loses none.
    init(position: RemotePosition?) {
        self = NewestFirstWalk(jsonText: position?.rawValue) ?? NewestFirstWalk()
    }

    var position: RemotePosition? { (try? jsonText()).map(RemotePosition.init(rawValue:)) }

    func window(limit: Int) -> Window {
        Window(
            newestSecond: second, offset: max(given - ids.count, 0),
            limit: min(max(limit, 1) + ids.count, NewestFirstWalk.largestLimit))
    }

    /// Moves past a page.
    /// - Parameters:
    ///   - items: its readable objects, in its order.
    ///   - sentCount: how many objects it has.
    ///   - window: the request for the page.
    /// - Returns: the ids that were not returned before, and whether this is the last page.
    mutating func advance(over items: [Item], sentCount: Int, window: Window) -> (fresh: Set<String>, isLast: Bool) {
        let known = Set(ids)
        let fresh = items.filter { item in
            guard !known.contains(item.id) else { return false }
            guard let second, let itemSecond = item.second else { return true }
            // Otherwise a server that ignores the filter would lead into a loop.
            return itemSecond <= second
        }
        let isUnreadable = items.isEmpty && sentCount > 0
        guard sentCount >= window.limit, !fresh.isEmpty || isUnreadable else { return (Set(fresh.map(\.id)), true) }

        if isUnreadable {
            given += sentCount
        } else {
            let last = fresh.last { $0.second != nil }?.second ?? second
            let sharing = fresh.filter { ($0.second ?? last) == last }
            given = sharing.count + (last == second ? given : 0)
            ids = Array(((last == second ? ids : []) + sharing.map(\.id)).suffix(NewestFirstWalk.remembered))
            second = last
        }
        return (Set(fresh.map(\.id)), false)
    }
}

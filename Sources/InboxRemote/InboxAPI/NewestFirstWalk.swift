import Foundation
import InboxModel

/// Walks a list that the server orders by whole seconds, newest first, while new objects keep arriving at its top.
///
/// The filter of the next page includes the last second of the page before, because more objects may share it; those
/// that were given already are dropped by id. Of very many in one second, all but the last hundred are stepped over
/// by offset.
struct NewestFirstWalk: Codable, Hashable {
    struct Item: Hashable {
        var id: String
        var second: Int?
    }

    /// What to ask for.
    struct Window: Hashable {
        /// Nothing newer than this second; nil when the walk starts.
        var newestSecond: Int?
        var offset: Int
        var limit: Int
    }

    private static let remembered = 100
    private static let largestLimit = 1000

    private var second: Int?
    /// How many objects of that second were given.
    private var given = 0
    /// The last of them.
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

    /// Starts with what is no newer than a second.
    init(notAfter second: Int) { self.second = second }

    /// A walk goes on from where it was; a position that cannot be read starts again, which gives things twice but loses none.
    init(position: RemotePosition?) {
        let saved = position.flatMap { try? JSONDecoder().decode(NewestFirstWalk.self, from: Data($0.rawValue.utf8)) }
        self = saved ?? NewestFirstWalk()
    }

    var position: RemotePosition? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }
        return RemotePosition(rawValue: String(decoding: data, as: UTF8.self))
    }

    func window(limit: Int) -> Window {
        Window(
            newestSecond: second, offset: max(given - ids.count, 0),
            limit: min(max(limit, 1) + ids.count, NewestFirstWalk.largestLimit))
    }

    /// Moves over a page.
    /// - Parameters:
    ///   - items: what could be read of it, in its order.
    ///   - sentCount: how many objects it held.
    ///   - window: what was asked for.
    /// - Returns: the ids that were not given before, and whether there may be another page.
    mutating func advance(over items: [Item], sentCount: Int, window: Window) -> (fresh: Set<String>, isLast: Bool) {
        let known = Set(ids)
        let fresh = items.filter { item in
            guard !known.contains(item.id) else { return false }
            guard let second, let itemSecond = item.second else { return true }
            // A server that ignores the filter would otherwise be walked in a circle.
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

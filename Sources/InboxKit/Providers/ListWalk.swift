import InboxModel
import InboxStore

/// A list on its way to being found and counted, slice by slice, in one state of the store.
struct ListWalk<Row: ListRow>: Sendable {
    /// The rows that are found so far.
    var window: ProviderWindow<Row>
    /// How many commits that state contains.
    var seq: Int64
    /// Behind which place the rows of the first window may go on.
    var pause: SortKey?
    var counting: ListCount
    var isCounted: Bool

    /// Finds on, or counts on when all rows of the window are found.
    func step(_ reader: StoreReader, _ query: Row.Query, costing slice: Int) throws -> ListWalk {
        var next = self
        if let pause {
            let (more, further) = try Row.read(
                reader, query, limit: window.limit - window.rows.count, after: pause, costing: slice)
            let rows = window.rows + more
            next.pause = further
            if !more.isEmpty { next.window.load(rows, above: 0, total: rows.count, unread: 0) }
        } else {
            next.counting = try Row.count(reader, query, from: counting, costing: slice)
        }
        // No row was found in all the walk: there is none to count.
        if next.pause == nil, next.window.rows.isEmpty, window.limit > 0 {
            (next.counting.total.isDone, next.counting.unread.isDone) = (true, true)
        }
        if next.counting.isDone {
            next.window.count(total: next.counting.total.count, unread: next.counting.unread.count)
            next.isCounted = true
        }
        return next
    }
}

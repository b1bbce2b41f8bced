import InboxModel
import InboxStore

/// A list that is being found and counted, slice by slice, in one state of the store.
struct ListWalk<Row: ListRow>: Sendable {
    /// The rows found so far.
    var window: ProviderWindow<Row>
    /// The number of commits that this state contains.
    var seq: Int64
    /// The place behind which more rows of the first window may follow; nil once all are found.
    var pause: SortKey?
    var counting: ListCount
    var isCounted: Bool

    /// Finds more rows, or goes on counting once all rows of the window are found.
    func step(_ reader: StoreReader, _ query: Row.Query, costing slice: Int) throws -> ListWalk {
        var next = self
        if let pause {
            let (more, further, _) = try Row.read(
                reader, query, limit: window.limit - window.rows.count, after: pause, costing: slice)
            let rows = window.rows + more
            next.pause = further
            if !more.isEmpty { next.window.load(rows, above: 0, total: rows.count, unread: 0) }
        } else {
            next.counting = try Row.count(reader, query, from: counting, costing: slice)
        }
        // The whole walk found no row, so there is none to count.
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

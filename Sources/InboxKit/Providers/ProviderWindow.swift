import InboxModel

/// What a commit did to one row, as seen through a provider's predicate.
struct RowChange<Row: ProviderRow> {
    /// The row as it was; nil if the predicate did not select it.
    var before: Row?
    /// The row as it is; nil if the predicate does not select it.
    var after: Row?
    /// How the number of unread rows among the selected ones changed: −1, 0 or 1.
    var unread = 0
}

/// The slice of an order that a provider keeps, and how commits move it. It needs no database and no clock.
struct ProviderWindow<Row: ProviderRow>: Sendable {
    private(set) var rows: [Row] = []
    /// The number of selected rows before the first of the window.
    private(set) var above = 0
    private(set) var total = 0
    private(set) var unread = 0
    private(set) var limit: Int
    private let precedes: @Sendable (Row, Row) -> Bool

    /// - Parameter precedes: the order, which must be total.
    init(limit: Int, precedes: @escaping @Sendable (Row, Row) -> Bool) {
        self.limit = limit
        self.precedes = precedes
    }

    var below: Int { max(0, total - above - rows.count) }

    mutating func load(_ rows: [Row], above: Int, total: Int, unread: Int) {
        self.rows = rows
        self.above = above
        self.total = total
        self.unread = unread
    }

    /// Adds a selected row that was not among those read.
    mutating func add(_ row: Row) {
        putIn(row)
        if rows.count > limit { rows.removeLast(rows.count - limit) }
    }

    mutating func count(total: Int, unread: Int) {
        self.total = total
        self.unread = unread
    }

    /// Moves to the slice at another place, reading only rows that are missing.
    /// - Parameters:
    ///   - read: returns the rows behind a row, or before it backwards; without a row, from an end.
    /// - Returns: false if there are fewer rows than are known of, so that they must be read again.
    mutating func move(
        to lower: Int, limit: Int,
        read: (_ after: Row?, _ isBackwards: Bool, _ offset: Int, _ limit: Int) throws -> [Row]
    ) rethrows -> Bool {
        let start = max(0, min(lower, total - limit))
        let end = min(total, start + limit)
        var (first, held) = (above, rows)
        if start >= above + rows.count || end <= above {
            // None of the slice is here. Start from the nearest point, because everything in between is walked over.
            let way = way(to: start, end)
            held = try read(way.row, way.isBackwards, way.offset, end - start)
            if way.isBackwards { held.reverse() }
            first = start
        } else {
            if start < above { held = try read(rows.first, true, 0, above - start).reversed() + held }
            first = min(start, above)
            if end > above + rows.count { held += try read(rows.last, false, 0, end - above - rows.count) }
            held = Array(held.dropFirst(start - first).prefix(end - start))
        }
        guard held.count == end - start else { return false }
        (rows, above, self.limit) = (held, start, limit)
        return true
    }

    /// Applies the changes of one commit.
    /// - Parameter fill: returns the rows behind one in the order, as the store has them now; called only if the window is short.
    /// - Returns: nil if the window must be read again, which is rare: everything in it is gone while more lies above.
    mutating func apply(_ changes: [RowChange<Row>], fill: (Row?, Int) throws -> [Row]) rethrows -> ChangeSet? {
        let before = rows
        for change in changes {
            unread += change.unread
            if let row = change.before { takeOut(row) }
        }
        for change in changes {
            if let row = change.after { putIn(row) }
        }
        if rows.count > limit { rows.removeLast(rows.count - limit) }
        if rows.count < limit, below > 0 {
            if rows.isEmpty, above > 0 { return nil }
            let known = Set(rows.map(\.id))
            let more = try fill(rows.last, limit - rows.count)
            rows += more.filter { !known.contains($0.id) }
        }
        if rows.count < limit, below == 0, above > 0 { return nil }
        let touched = Set(changes.compactMap { ($0.before ?? $0.after)?.id })
        return Self.changes(from: before, to: rows, touched: touched)
    }

    /// - Parameter touched: all rows that may have changed; nil compares each.
    static func changes(from before: [Row], to after: [Row], touched: Set<Row.ID>? = nil) -> ChangeSet {
        let candidates = touched.map { touched in before.filter { touched.contains($0.id) } } ?? before
        let old = Dictionary(candidates.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let updated = after.filter { row in old[row.id].map { $0 != row } ?? false }.map(\.id)
        return ChangeSet(from: before.map(\.id), to: after.map(\.id), updated: Set(updated))
    }

    private typealias Way = (row: Row?, isBackwards: Bool, offset: Int)

    /// Returns the shortest way to a slice that holds none of the current rows: from an end of the whole, or from these rows.
    private func way(to start: Int, _ end: Int) -> Way {
        let fromEnd: Way = total - end < start ? (nil, true, total - end) : (nil, false, start)
        guard let first = rows.first, let last = rows.last else { return fromEnd }
        let isBehind = start >= above + rows.count
        let fromHere: Way = isBehind ? (last, false, start - above - rows.count) : (first, true, above - end)
        return fromHere.offset < fromEnd.offset ? fromHere : fromEnd
    }

    private mutating func takeOut(_ row: Row) {
        total = max(0, total - 1)
        if let position = position(of: row) {
            rows.remove(at: position)
        } else if let first = rows.first, above > 0, precedes(row, first) {
            above -= 1
        }
    }

    private func position(of row: Row) -> Int? {
        let place = place(of: row)
        if place < rows.count, rows[place].id == row.id { return place }
        // Rows that were read from a newer snapshot may stand elsewhere.
        return rows.firstIndex { $0.id == row.id }
    }

    /// The position of the first row that does not precede a row.
    private func place(of row: Row) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(rows[middle], row) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func putIn(_ row: Row) {
        // A window filled from a newer snapshot may hold the row already.
        if let position = position(of: row) { rows.remove(at: position) }
        let hadMoreBelow = below > 0
        total += 1
        let low = place(of: row)
        if low == 0, above > 0 {
            above += 1
        } else if low < rows.count || !hadMoreBelow {
            rows.insert(row, at: low)
        }
    }
}

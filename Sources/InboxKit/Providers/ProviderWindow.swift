import InboxModel

/// A row that a provider can hold.
public protocol ProviderRow: Identifiable, Hashable, Sendable where ID: Hashable & Sendable {}

extension MailThread: ProviderRow {}
extension Message: ProviderRow {}
extension Mailbox: ProviderRow {}
extension Contact: ProviderRow {}
extension Action: ProviderRow {}
extension Account: ProviderRow {}

/// What a commit did to one row, seen through a provider's predicate.
struct RowChange<Row: ProviderRow> {
    /// The row as it was, nil when the predicate did not select it.
    var before: Row?
    /// The row as it is, nil when the predicate does not select it.
    var after: Row?
    /// How the number of unread rows among the selected ones changed: −1, 0 or 1.
    var unread = 0
}

/// The slice of an order that a provider keeps, and how commits move it: no database, no clock.
struct ProviderWindow<Row: ProviderRow>: Sendable {
    private(set) var rows: [Row] = []
    /// Selected rows before the first of the window.
    private(set) var above = 0
    private(set) var total = 0
    private(set) var unread = 0
    let limit: Int
    let sort: MailSort
    private let key: @Sendable (Row) -> SortKey

    init(limit: Int, sort: MailSort, key: @escaping @Sendable (Row) -> SortKey) {
        self.limit = limit
        self.sort = sort
        self.key = key
    }

    var below: Int { max(0, total - above - rows.count) }

    mutating func load(_ rows: [Row], above: Int, total: Int, unread: Int) {
        self.rows = rows
        self.above = above
        self.total = total
        self.unread = unread
    }

    /// Plays the changes of one commit.
    /// - Parameter fill: rows behind a key in the order, as the store has them now; asked only when the window is short.
    /// - Returns: nil when the window must be read anew, which is rare: everything in it has gone while more lies above.
    mutating func apply(_ changes: [RowChange<Row>], fill: (SortKey?, Int) throws -> [Row]) rethrows -> ChangeSet? {
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
            let more = try fill(rows.last.map(key), limit - rows.count)
            rows += more.filter { !known.contains($0.id) }
        }
        if rows.count < limit, below == 0, above > 0 { return nil }
        return Self.changes(from: before, to: rows)
    }

    static func changes(from before: [Row], to after: [Row]) -> ChangeSet {
        let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let updated = after.filter { row in old[row.id].map { $0 != row } ?? false }.map(\.id)
        return ChangeSet(from: before.map(\.id), to: after.map(\.id), updated: Set(updated))
    }

    private mutating func takeOut(_ row: Row) {
        total = max(0, total - 1)
        if let position = rows.firstIndex(where: { $0.id == row.id }) {
            rows.remove(at: position)
        } else if let first = rows.first, above > 0, key(row).precedes(key(first), in: sort) {
            above -= 1
        }
    }

    private mutating func putIn(_ row: Row) {
        // A window filled from a newer snapshot may hold the row already.
        if let position = rows.firstIndex(where: { $0.id == row.id }) { rows.remove(at: position) }
        let hadMoreBelow = below > 0
        total += 1
        let rowKey = key(row)
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if key(rows[middle]).precedes(rowKey, in: sort) { low = middle + 1 } else { high = middle }
        }
        if low == 0, above > 0 {
            above += 1
        } else if low < rows.count || !hadMoreBelow {
            rows.insert(row, at: low)
        }
    }
}

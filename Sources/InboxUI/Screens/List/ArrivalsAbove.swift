/// Mail that came above what is in sight: it is counted until it was seen. A list at its top, where nobody moved, stays there
/// instead.
struct ArrivalsAbove: Hashable {
    /// Unread rows that came since they could be seen.
    private var rows: Set<RowID> = []
    /// The selection is where the list began or where the user went to its top, and nobody moved it since.
    private(set) var isAtTop = true
    /// Whether the rows that are here begin with the first of all.
    var beginsAtFirst = false
    /// When the selection went to what came on top: whoever presses a key then means the row that was there.
    var moved: ContinuousClock.Instant?

    /// Another view, or other rows altogether.
    mutating func begin(atTop: Bool) {
        rows = []
        isAtTop = atTop
    }

    /// A key or the mouse has moved the selection, or not.
    mutating func selected(_ isFirst: Bool) { isAtTop = isFirst }

    mutating func came(_ new: some Sequence<RowID>) { rows.formUnion(new) }

    /// How many of them lie above the first row in sight; those that are in sight are seen.
    mutating func count(in all: [RowID], above top: Int) -> Int {
        guard !rows.isEmpty else { return 0 }
        rows.formIntersection(all.prefix(top))
        return rows.count
    }

    /// Whether the rows just jumped under the fingers of who pressed a key.
    var hasJustMoved: Bool { moved.map { ContinuousClock.now - $0 < Self.glance } ?? false }

    /// Who presses a key so soon after rows moved has not seen that they did.
    static let glance = Duration.milliseconds(700)
}

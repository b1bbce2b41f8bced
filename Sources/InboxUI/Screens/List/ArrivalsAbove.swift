import Foundation
import InboxModel

/// Mail that arrived above the visible rows; it is counted until the user has seen it. A list at its top that the user has not moved
/// stays at the top instead.
struct ArrivalsAbove: Hashable {
    /// The unread rows that arrived and have not been visible yet.
    private var rows: Set<RowID> = []
    /// Whether the selection is where the list began, or at the top where the user went, and has not moved since.
    private(set) var isAtTop = true
    /// When the selection moved to rows that arrived at the top. A key pressed right after that is meant for the previous row.
    var moved: ContinuousClock.Instant?

    /// Starts over for another view, or entirely different rows.
    mutating func begin(atTop: Bool) {
        rows = []
        isAtTop = atTop
    }

    /// Notes that the user selected a row.
    mutating func selected(_ isFirst: Bool) { isAtTop = isFirst }

    /// Counts the unread mail among rows that came to these positions.
    mutating func came(at positions: [Int], in items: [ListEntry]) {
        var unread = positions.filter { items.indices.contains($0) && items[$0].thread.isUnread }
        // Older mail that was just fetched is not new either; but a message may take some days to arrive.
        if !unread.isEmpty, let newest = items.lazy.map(\.thread.lastDate).max() {
            unread.removeAll { newest.timeIntervalSince(items[$0].thread.lastDate) > Self.longestWay }
        }
        rows.formUnion(unread.map { items[$0].id })
    }

    /// Returns how many of the arrivals are above the first visible row; visible ones count as seen.
    mutating func count(in all: [RowID], above top: Int) -> Int {
        guard !rows.isEmpty else { return 0 }
        rows.formIntersection(all.prefix(top))
        return rows.count
    }

    /// Whether the rows moved so recently that a key press cannot be meant for them.
    var hasJustMoved: Bool { moved.map { ContinuousClock.now - $0 < Self.glance } ?? false }

    /// How old, in seconds, mail that has just arrived may be.
    private static let longestWay: TimeInterval = 7 * 86_400

    /// The time for which the user has not yet noticed that rows moved.
    static let glance = Duration.milliseconds(700)
}

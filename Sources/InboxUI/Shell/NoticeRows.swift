import TerminalUI

/// The rows over which something may be said: never the selection, where the cursor stands, nor a line with keys, which have to be
/// read all the while.
struct NoticeRows {
    private var free: [Range<Int>] = []
    private let last: Int

    /// - Parameters:
    ///   - grid: with the screen drawn into it.
    ///   - isBottomFree: a box reaches down to the bottom line, and nothing stands there: that is the place then.
    ///   - taken: a row in which something else is said.
    init(in grid: Grid, isBottomFree: Bool, taken: Int? = nil) {
        // The head tells where one is.
        let first = min(2, grid.height - 1)
        last = isBottomFree && taken != grid.height - 1 ? grid.height - 1 : grid.height - 2
        var busy = Set([grid.frame.cursor?.y, taken].compactMap { $0 })
        busy.formUnion(grid.frame.selectedRows.map(Set.init) ?? [])
        for hint in grid.frame.hints { busy.formUnion(hint.place.y..<hint.place.maxY) }
        if isBottomFree {
            free = [last..<(last + 1)]
            return
        }
        var end = last + 1
        for row in stride(from: last, through: first - 1, by: -1) where row < first || busy.contains(row) {
            if end > row + 1 { free.append((row + 1)..<end) }
            end = row
        }
    }

    /// The lowest rows that are enough, or as many as there are together; its last one is the place of the newest.
    func run(of wanted: Int) -> Range<Int> {
        if let enough = free.first(where: { $0.count >= wanted }) { return enough }
        let longest = free.map(\.count).max() ?? 0
        return free.first { $0.count == longest } ?? last..<(last + 1)
    }

    /// Whether screens leave a row above the bottom line to what is said: where there is little room they do not.
    static func haveOneFree(height: Int) -> Bool { height >= 16 }
}

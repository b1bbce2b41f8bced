import TerminalUI

/// The rows that a notice may cover: never the selection, the cursor's row, or a row with keys, which must stay readable.
struct NoticeRows {
    private var free: [Range<Int>] = []
    private let last: Int

    /// - Parameters:
    ///   - grid: the grid with the screen drawn into it.
    ///   - isBottomFree: whether a box reaches down to the bottom line, and that line is empty: it is the only row then.
    ///   - taken: a row that another notice covers.
    init(in grid: Grid, isBottomFree: Bool, taken: Int? = nil) {
        // The head shows where the user is.
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

    /// Returns the lowest run of rows that is long enough, else the longest. Its last row is for the newest notice.
    func run(of wanted: Int) -> Range<Int> {
        if let enough = free.first(where: { $0.count >= wanted }) { return enough }
        let longest = free.map(\.count).max() ?? 0
        return free.first { $0.count == longest } ?? last..<(last + 1)
    }

    /// Whether screens leave a row above the bottom line free for notices: low ones do not.
    static func haveOneFree(height: Int) -> Bool { height >= 16 }
}

import TerminalUI

/// The space in which a row is drawn.
struct RowSpace {
    var width: Int
    /// The columns of the whole screen.
    var columns: Int
    var frame: Frame
}

/// A row that the next key may make visible.
struct RowAhead: Hashable {
    var index: Int
    var isSelected: Bool
}

/// While the program is idle, rows are drawn in advance, so that the next key finds their pictures, and the selected thread is read.
extension ListScreen {
    /// The number of rows drawn at once; a key pressed meanwhile waits for them.
    private static let atOnce = 4

    func prepare() -> Bool {
        ahead.former = nil
        guard let space = pictures.space, let shared = pictures.rows.shared, loadingSince == nil, !drawer.isOpen else {
            return false
        }
        wantBodies()
        var left = pictures.ahead ?? rowsAhead
        defer { pictures.ahead = left }
        let size = Size(width: space.width, height: rows.rowHeight)
        let lingering = isOfUnread ? provider.lingeringRows : []
        for _ in 0..<Self.atOnce {
            guard let next = left.lastIndex(where: { !isDrawn($0, size) }) else {
                left = []
                break
            }
            var grid = Grid(size: size, frame: space.frame)
            draw(
                rows.rows[left[next].index], isSelected: left[next].isSelected, isWhole: true, shared, lingering,
                into: &grid)
            left.removeSubrange(next...)
        }
        if left.isEmpty { ahead.read(self, around, columns: space.columns, glyphs: space.frame.glyphs) }
        return !left.isEmpty
    }

    /// Fetches the texts of the selected row and the next three.
    private func wantBodies() {
        guard let selected = rows.selectedIndex else { return }
        bodiesAhead.want(Array(rows.rows[selected...].prefix(4)))
    }

    private func isDrawn(_ row: RowAhead, _ size: Size) -> Bool {
        guard rows.rows.indices.contains(row.index) else { return true }
        let id = rows.rows[row.index]
        return pictures.rows.isKept(id, isSelected: row.isSelected, isMarked: isMarked(id), size)
    }

    /// The rows that a step or a page up or down would show, likeliest last.
    private var rowsAhead: [RowAhead] {
        guard let selected = rows.selectedIndex else { return [] }
        let inSight = rows.visibleRows
        let sights = [rows.top - inSight..<rows.top, rows.top + inSight..<rows.top + 2 * inSight]
        let pages = sights.flatMap { $0.map { RowAhead(index: $0, isSelected: false) } }
        let steps = [1 - inSight, inSight - 1, -1, 1].map { RowAhead(index: selected + $0, isSelected: true) }
        return pages + [RowAhead(index: selected, isSelected: false)] + steps
    }
}

import TerminalUI

/// All that is said about the selected row, below the rows, where the row itself has no room for it.
struct WholeText {
    /// Empty where the row says it all.
    var lines: [String]

    /// Divides a part between the rows and the text.
    /// - Parameters:
    ///   - row: the lines that the selected row keeps.
    ///   - least: the lines that it keeps if the text needs the others.
    func split(_ bounds: Rect, row: Int, least: Int) -> (rows: Rect, text: Rect) {
        let needed = lines.isEmpty ? 0 : lines.count + 1
        let room = bounds.height - (bounds.height - row >= needed ? row : least)
        let height = min(max(0, room), needed)
        return bounds.split(top: bounds.height - (height < 2 ? 0 : height))
    }

    func draw(into grid: inout Grid, x: Int) {
        grid.clear()
        guard grid.height > 0 else { return }
        // A line of text is worth more than the line above it.
        let first = lines.count < grid.height ? 1 : 0
        if first > 0 { grid.draw(String(repeating: grid.frame.glyphs.horizontal, count: grid.width), x: 0, y: 0, .dim) }
        let shown = lines.prefix(grid.height - first)
        for (y, line) in shown.enumerated() {
            let isCut = y == shown.count - 1 && shown.count < lines.count
            grid.draw(isCut ? line + grid.frame.glyphs.ellipsis : line, x: x, y: y + first)
        }
    }
}

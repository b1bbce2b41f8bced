extension TextArea {
    /// As many characters of a line tell its style. A pasted line may have a million, and is drawn in every row of the screen.
    private static let beginning = 100

    /// Draws the visible lines, with the cursor when focused.
    /// - Parameter style: returns a line's style from how it begins.
    public mutating func draw(into grid: inout Grid, isFocused: Bool = true, style: (String) -> Style = { _ in .text })
    {
        size = Size(width: max(2, grid.width - 1), height: max(1, grid.height))
        place = grid.place
        reveal()
        grid.clear()
        let (cursorLine, cursorRow) = (cursor.line, cursorRow)
        var at: (line: Int, row: Int)? = top
        for y in 0..<grid.height {
            guard let (line, row) = at else { return }
            let range = lines[line].rows(size.width)[row]
            let text = lines[line].text
            let shown = grid.frame.written(WrappedLine.shown(text[range]))
            grid.draw(shown, x: 0, y: y, style(String(text.prefix(Self.beginning))), columns: grid.width)
            if isFocused, line == cursorLine, row == cursorRow {
                grid.showCursor(
                    x: min(grid.width - 1, WrappedLine.columns(of: text[range.lowerBound..<cursor.column])), y: y)
            }
            at = neighbour(line, row, forward: true)
        }
    }

    /// Scrolls as little as needed to bring the cursor into sight.
    private mutating func reveal() {
        scrollToCursor()
        fill()
    }

    /// Leaves no room below the end of a text that continues above.
    private mutating func fill() {
        var at = top
        var rows = 1
        while rows < size.height {
            guard let next = neighbour(at.line, at.row, forward: true) else { break }
            at = next
            rows += 1
        }
        while rows < size.height, let previous = neighbour(top.line, top.row, forward: false) {
            top = previous
            rows += 1
        }
    }

    private mutating func scrollToCursor() {
        top.line = min(top.line, lines.count - 1)
        top.row = min(top.row, lines[top.line].rows(size.width).count - 1)
        let row = cursorRow
        if (cursor.line, row) < (top.line, top.row) { return top = (cursor.line, row) }
        var at = (line: cursor.line, row: row)
        for _ in 0..<(size.height - 1) {
            if at == top { return }
            guard let previous = neighbour(at.line, at.row, forward: false) else { return }
            at = previous
        }
        if (top.line, top.row) < (at.line, at.row) { top = at }
    }
}

import TerminalUI

extension ThreadPane {
    /// Takes the size and glyphs of a frame. When the size changes, the visible text stays visible, and so does the current
    /// message.
    func take(_ size: Size, _ glyphs: Glyphs) {
        let new = PaneSpace(size: size, glyphs: glyphs, most: widest())
        guard !isFresh, new.size != space.size || new.most != space.most, rows.indices.contains(scroll.row) else {
            return space = new
        }
        let seen = currentRow.flatMap { row in showsCurrent && drawn.shows(row: row) ? row : nil }
        let top = placeAtTop()
        space = new
        if let top { keep(top) }
        if let seen, !isInSight(seen) {
            scroll.reveal(
                row: seen, lines: 0..<height(seen), rows: rows.count, height: space.size.height, heightOf: height)
        }
    }

    private func placeAtTop() -> TextPlace? {
        if let topBefore, topBefore.scroll == scroll { return topBefore.place }
        guard scroll.line > 0, rows[scroll.row].isOpen, let laid = laid(rows[scroll.row].first) else { return nil }
        return TextPlace(line: scroll.line, of: laid.bodyLines)
    }

    private func keep(_ top: TextPlace) {
        let row = scroll.row
        guard rows[row].isOpen, let laid = laid(rows[row].first) else { return }
        scroll.go(toRow: row, line: top.line(in: laid.bodyLines))
        settle()
        topBefore = scroll.row == row ? (top, scroll) : nil
    }

    private func isInSight(_ row: Int) -> Bool {
        guard row >= scroll.row else { return false }
        var filled = -scroll.line
        for index in scroll.row..<row where filled < space.size.height { filled += height(index) }
        return filled < space.size.height
    }
}

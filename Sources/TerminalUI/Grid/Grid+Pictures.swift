extension Grid {
    /// Returns a copy of the visible part of the rectangle, to draw again elsewhere; cells that are out of sight are blank.
    public func picture(of rect: Rect) -> Grid {
        var copy = Grid(width: rect.width, height: rect.height)
        let seen = Rect(x: rect.x + origin.x, y: rect.y + origin.y, width: copy.width, height: copy.height)
            .intersection(clip)
        guard !seen.isEmpty else { return copy }
        let (left, top) = (seen.x - rect.x - origin.x, seen.y - rect.y - origin.y)
        for y in 0..<seen.height {
            let from = (seen.y + y) * fullSize.width + seen.x
            copy.copy(cells[from..<from + seen.width], x: left, y: top + y)
        }
        return copy
    }

    /// Draws a copied grid with its top left corner at the position.
    public mutating func draw(_ picture: Grid, x: Int, y: Int) {
        let whole = Rect(
            x: x + origin.x, y: y + origin.y, width: picture.fullSize.width, height: picture.fullSize.height)
        let seen = whole.intersection(clip)
        guard !seen.isEmpty else { return }
        for row in seen.y..<seen.maxY {
            let from = (row - whole.y) * picture.fullSize.width + seen.x - whole.x
            copy(picture.cells[from..<from + seen.width], x: seen.x, y: row)
        }
    }

    /// Copies a row of cells, all of which are in sight, to a position in the whole grid. Half of a wide character at either
    /// end becomes a blank.
    private mutating func copy(_ part: ArraySlice<Cell>, x: Int, y: Int) {
        mend(x: x, y: y)
        mend(x: x + part.count, y: y)
        let first = y * fullSize.width + x
        let last = first + part.count - 1
        cells.withUnsafeMutableBufferPointer { cells in
            part.withUnsafeBufferPointer { _ = cells[first...last].update(fromContentsOf: $0) }
        }
        if cells[first].width == 0 { cells[first] = .blank(cells[first].style) }
        if cells[last].width == 2 { cells[last] = .blank(cells[last].style) }
    }
}

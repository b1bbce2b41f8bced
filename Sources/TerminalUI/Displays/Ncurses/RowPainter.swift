import CNcurses

/// Writes the rows of a grid to the ncurses screen.
struct RowPainter {
    var encoder: RowEncoder
    /// Whether all terminals agree on the width of each row's characters.
    private var sureRows: [Bool] = []

    init(_ encoder: RowEncoder) { self.encoder = encoder }

    /// Writes the changed cells. Rows with characters whose width the terminal may judge differently cannot be patched.
    ///
    /// - Parameters:
    ///   - before: the grid on the screen; nil if there is none of this size.
    ///   - height: the number of rows on the screen.
    /// - Returns: the changed rows that must be written whole.
    mutating func putSureRows(of grid: Grid, _ before: Grid?, height: Int) -> [Int] {
        if before == nil { sureRows = Array(repeating: true, count: grid.fullSize.height) }
        var unsure: [Int] = []
        for y in 0..<min(grid.fullSize.height, height) {
            let cells = grid.row(y)
            let changed = before.map { RowEncoder.changed(cells, from: $0.row(y)) } ?? cells.indices
            guard let changed else { continue }
            let isSure = RowEncoder.isPatchable(cells)
            if isSure && sureRows[y] {
                patch(cells[changed], y, x: changed.lowerBound - cells.startIndex)
            } else {
                unsure.append(y)
            }
            sureRows[y] = isSure
        }
        return unsure
    }

    private mutating func patch(_ cells: ArraySlice<Cell>, _ y: Int, x: Int) {
        encoder.forEachRun(in: cells) { start, characters, look in
            cnc_screen_put_run(
                Int32(y), Int32(x + start), characters.baseAddress, Int32(characters.count), look.attributes.rawValue,
                look.foreground, look.background)
        }
    }

    mutating func putWhole(_ rows: [Int], of grid: Grid) {
        for y in rows { encoder.encode(grid.row(y)) { cnc_screen_put_whole(Int32(y), $0, Int32($1)) } }
    }
}

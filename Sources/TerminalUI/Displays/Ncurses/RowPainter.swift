import CNcurses

/// Puts the rows of a grid on ncurses' screen.
struct RowPainter {
    var encoder: RowEncoder
    /// Whether every terminal agrees on the widths of what each row shows.
    private var sureRows: [Bool] = []

    init(_ encoder: RowEncoder) { self.encoder = encoder }

    /// Puts what changed, but for the rows where one side may guess a width wrong: these can't be patched, and are returned.
    ///
    /// - Parameters:
    ///   - before: the grid that is shown; nil where none of this size is.
    ///   - height: rows that the screen has.
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

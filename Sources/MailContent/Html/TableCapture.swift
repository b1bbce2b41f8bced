/// The cells of a table while it is read.
struct TableCapture {
    static let maximumDepth = 8
    /// Larger tables aren't captured: what was gathered is written and the rest follows as it comes.
    static let maximumCells = 2_000

    struct Cell {
        var lines: [StyledText.Line] = []
        /// Columns and rows that it takes.
        var columns = 1
        var rows = 1
        var alignsRight = false
    }

    /// What was gathered around the table.
    var outer = LineCollector()
    /// Text of the table outside of its cells, while a cell is read.
    var loose = LineCollector()
    private(set) var rows: [[Cell]] = []
    var holdsTable = false
    var isLayout = false
    var isSpilled = false
    private(set) var cellCount = 0
    /// The cell that is being read.
    private var open: Cell?

    var isInCell: Bool { open != nil }

    mutating func beginRow() {
        rows.append([])
    }

    mutating func beginCell(_ attributes: [String: String], alignsRight: Bool) {
        func number(_ name: String, _ most: Int) -> Int {
            min(most, max(1, attributes[name].flatMap { Int($0.prefix(6)) } ?? 1))
        }
        open = Cell(
            columns: number("colspan", TableLayout.maximumColumns), rows: number("rowspan", TableLayout.maximumRows),
            alignsRight: alignsRight)
    }

    mutating func endCell(_ lines: [StyledText.Line]) {
        guard var cell = open else { return }
        open = nil
        cell.lines = lines
        if rows.isEmpty { beginRow() }
        rows[rows.count - 1].append(cell)
        cellCount += 1
    }

    /// Something in the cell at hand stands at the right.
    mutating func alignRight() {
        open?.alignsRight = true
    }

    mutating func forgetCells() {
        rows = []
        cellCount = 0
    }

    /// Puts the table into the lines around it: data in columns, everything else cell after cell.
    /// - Parameters quoteDepth, indent: where the table stands.
    func write(into collector: inout LineCollector, quoteDepth: Int, indent: Int) {
        let full = rows.filter { $0.contains { !$0.lines.isEmpty } }
        guard !holdsTable, !isLayout, let layout = TableLayout(full) else {
            for row in full { Self.write(row.map(\.lines).filter { !$0.isEmpty }, into: &collector) }
            return
        }
        collector.breakParagraph()
        for line in layout.lines {
            var line = line
            line.quoteDepth = quoteDepth
            line.indent = indent
            collector.addLine(line)
        }
        collector.breakParagraph()
    }

    /// A row of short texts, as of buttons, stays one line; else each cell is a block.
    private static func write(_ row: [[StyledText.Line]], into collector: inout LineCollector) {
        let isOneLine = row.count > 1 && row.allSatisfy { TableLayout.width($0) != nil }
        if isOneLine, row.reduce(-2, { $0 + TextWidth.of($1[0].text) + 2 }) <= TableLayout.maximumWidth {
            var line = row[0][0]
            for cell in row.dropFirst() {
                line.runs.append(StyledText.Run(text: TableLayout.gap))
                line.runs += cell[0].runs
            }
            return collector.addLine(line)
        }
        for cell in row {
            if cell.count > 1 { collector.breakParagraph() }
            for line in cell { collector.addLine(line) }
            if cell.count > 1 { collector.breakParagraph() }
        }
    }
}

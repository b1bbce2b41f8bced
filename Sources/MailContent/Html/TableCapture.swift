/// The cells of a table while it is read, and how they are laid out once it is whole.
struct TableCapture {
    static let maximumDepth = 8
    /// Larger tables aren't captured: what was gathered is written and the rest follows as it comes.
    static let maximumCells = 2_000
    private static let maximumColumns = 8
    private static let maximumRows = 500
    private static let maximumCellWidth = 40
    private static let maximumWidth = 100
    private static let maximumRowWidth = 72
    private static let gap = "  "

    /// What was gathered around the table.
    var outer = LineCollector()
    /// Text of the table outside of its cells, while a cell is read.
    var loose = LineCollector()
    var isInCell = false
    private(set) var rows: [[[StyledText.Line]]] = []
    var holdsTable = false
    var isLayout = false
    var isSpilled = false
    private(set) var cellCount = 0

    mutating func beginRow() {
        rows.append([])
    }

    mutating func addCell(_ lines: [StyledText.Line]) {
        if rows.isEmpty { beginRow() }
        rows[rows.count - 1].append(lines)
        cellCount += 1
    }

    mutating func forgetCells() {
        rows = []
        cellCount = 0
    }

    /// Puts the table into the lines around it: small ones in columns, others cell after cell.
    /// - Parameters quoteDepth, indent: where the table stands.
    func write(into collector: inout LineCollector, quoteDepth: Int, indent: Int) {
        let full = rows.filter { $0.contains { !$0.isEmpty } }
        if isData(full) {
            collector.breakParagraph()
            for line in columns(full) {
                var line = line
                line.quoteDepth = quoteDepth
                line.indent = indent
                collector.addLine(line)
            }
            collector.breakParagraph()
        } else {
            for row in full { write(row.filter { !$0.isEmpty }, into: &collector) }
        }
    }
}

private extension TableCapture {
    func isData(_ rows: [[[StyledText.Line]]]) -> Bool {
        guard !holdsTable, !isLayout, rows.count >= 2, rows.count <= Self.maximumRows else { return false }
        let columns = rows.map(\.count).max() ?? 0
        guard columns >= 2, columns <= Self.maximumColumns else { return false }
        let isRegular = rows.count { $0.count == columns } * 2 >= rows.count
        let isSimple = rows.allSatisfy { $0.allSatisfy(isShort) }
        return isRegular && isSimple && widths(rows).reduce(0, +) + 2 * columns <= Self.maximumWidth
    }

    func isShort(_ cell: [StyledText.Line]) -> Bool {
        guard let line = cell.first else { return true }
        return cell.count == 1 && line.marker == nil && !line.isRule && TextWidth.of(line.text) <= Self.maximumCellWidth
    }

    func widths(_ rows: [[[StyledText.Line]]]) -> [Int] {
        var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], TextWidth.of(cell.first?.text ?? ""))
            }
        }
        return widths
    }

    func columns(_ rows: [[[StyledText.Line]]]) -> [StyledText.Line] {
        let widths = widths(rows)
        return rows.map { row in
            var line = StyledText.Line(isPreformatted: true)
            for (column, cell) in row.enumerated() {
                line.runs += cell.first?.runs ?? []
                guard column < row.count - 1 else { break }
                let padding = widths[column] - TextWidth.of(cell.first?.text ?? "")
                line.runs.append(StyledText.Run(text: String(repeating: " ", count: max(0, padding)) + Self.gap))
            }
            return line
        }
    }

    /// A row of short texts, as of buttons, stays one line; else each cell is a block.
    func write(_ row: [[StyledText.Line]], into collector: inout LineCollector) {
        let isOneLine = row.count > 1 && row.allSatisfy(isShort)
        if isOneLine, row.reduce(0, { $0 + TextWidth.of($1[0].text) + 2 }) <= Self.maximumRowWidth {
            var line = row[0][0]
            for cell in row.dropFirst() {
                line.runs.append(StyledText.Run(text: Self.gap))
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

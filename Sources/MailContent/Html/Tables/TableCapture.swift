/// The cells of a table while it is being read.
struct TableCapture {
    static let maximumDepth = 8
    /// Larger tables are not captured: the cells so far are written, and the rest follows as plain lines.
    static let maximumCells = 2_000
    /// Per text; real mails have a few hundred. The cells of further tables become lines.
    static let maximumTables = 2_000
    static let maximumCellsOfAll = 8_000

    /// The lines around the table.
    var outer = LineCollector()
    /// Text of the table outside its cells, set aside while a cell is being read.
    var loose = LineCollector()
    private(set) var rows: [[TableRows.Cell]] = []
    var holdsTable = false
    var isLayout = false
    var isFromRight = false
    var isSpilled = false
    private(set) var cellCount = 0
    /// The cell that is being read.
    private var open: TableRows.Cell?

    var isInCell: Bool { open != nil }

    mutating func beginRow() {
        rows.append([])
    }

    mutating func beginCell(_ attributes: [String: String], _ element: HTMLElement) {
        func number(_ name: String, _ most: Int) -> Int {
            min(most, max(1, attributes[name].flatMap { Int($0.prefix(6)) } ?? 1))
        }
        open = TableRows.Cell(
            columns: number("colspan", TableLayout.maximumColumns), rows: number("rowspan", TableLayout.maximumRows),
            alignsRight: element.alignsRight, standsApart: element.isSpacedAbove || element.isSpacedBelow,
            isHeading: element.name == "th")
    }

    mutating func endCell(_ lines: [StyledText.Line]) {
        guard var cell = open else { return }
        open = nil
        cell.lines = lines
        if rows.isEmpty { beginRow() }
        rows[rows.count - 1].append(cell)
        cellCount += 1
    }

    /// Aligns the current cell to the right, because an element in it is.
    mutating func alignRight() {
        open?.alignsRight = true
    }

    mutating func forgetCells() {
        rows = []
        cellCount = 0
    }

    /// Adds the table to the lines around it.
    /// - Parameters quoteDepth, indent: where the table stands.
    func write(into collector: inout LineCollector, quoteDepth: Int, indent: Int) {
        guard rows.contains(where: { $0.contains { !$0.lines.isEmpty } }) else { return }
        var line = StyledText.Line(quoteDepth: quoteDepth, indent: indent)
        line.table = TableRows(rows, holdsTable: holdsTable, isLayout: isLayout, isFromRight: isFromRight)
        collector.addLine(line)
    }
}

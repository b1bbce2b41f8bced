/// A table as it was read, until the whole text is known: only then is it certain which links stay, and under which numbers.
final class TableRows: Equatable, Sendable {
    struct Cell: Equatable, Sendable {
        var lines: [StyledText.Line] = []
        /// The number of columns and rows that it spans.
        var columns = 1
        var rows = 1
        var alignsRight = false
        /// Whether the sender keeps room above or below it.
        var standsApart = false
        /// Whether it describes the cells below or beside it.
        var isHeading = false
    }

    let rows: [[Cell]]
    let holdsTable: Bool
    let isLayout: Bool
    /// Whether the first column is the rightmost.
    let isFromRight: Bool

    init(_ rows: [[Cell]], holdsTable: Bool, isLayout: Bool, isFromRight: Bool) {
        self.rows = rows
        self.holdsTable = holdsTable
        self.isLayout = isLayout
        self.isFromRight = isFromRight
    }

    static func == (one: TableRows, other: TableRows) -> Bool {
        one.rows == other.rows && one.holdsTable == other.holdsTable && one.isLayout == other.isLayout
            && one.isFromRight == other.isFromRight
    }

    /// Returns the table with the lines of each cell changed.
    func mapped(_ change: ([StyledText.Line]) -> [StyledText.Line]) -> TableRows {
        let rows = rows.map { row in
            row.map { cell in
                var cell = cell
                cell.lines = change(cell.lines)
                return cell
            }
        }
        return TableRows(rows, holdsTable: holdsTable, isLayout: isLayout, isFromRight: isFromRight)
    }

    /// The most rows in columns per text; the rest follow as lines. Real mails have a few hundred.
    private static let mostRows = 5_000

    /// Returns lines with their tables written out, nested tables first.
    static func written(_ lines: [StyledText.Line]) -> LineCollector {
        var room = mostRows
        return written(lines, &room)
    }

    /// - Parameter room: how many more rows may be in columns.
    private static func written(_ lines: [StyledText.Line], _ room: inout Int) -> LineCollector {
        guard lines.contains(where: { $0.table != nil }) else { return LineCollector(lines) }
        var collector = LineCollector()
        var isAfterTable = false
        for line in lines {
            if let table = line.table {
                let inner = table.holdsTable ? table.mapped { finished($0, &room) } : table
                inner.write(into: &collector, quoteDepth: line.quoteDepth, indent: line.indent, &room)
            } else {
                collector.addFinished(line, isAfterTable: isAfterTable)
            }
            isAfterTable = line.table != nil
        }
        return collector
    }

    private static func finished(_ lines: [StyledText.Line], _ room: inout Int) -> [StyledText.Line] {
        var collector = written(lines, &room)
        return collector.finished()
    }
}

extension TableRows {
    /// Returns the cells of a row below each other.
    static func unrolled(_ row: [Cell]) -> [StyledText.Line] {
        var collector = LineCollector()
        write(row, into: &collector)
        return collector.finished()
    }

    /// Writes data in columns or as a block per row, short blocks of a page side by side, and everything else cell by cell.
    /// - Parameters quoteDepth, indent: where the table stands.
    private func write(into collector: inout LineCollector, quoteDepth: Int, indent: Int, _ room: inout Int) {
        let full = rows.filter { $0.contains { !$0.lines.isEmpty } }
        func add(_ layout: TableLayout) {
            if layout.standsApart { collector.breakParagraph() }
            for (index, row) in layout.rowLines.enumerated() {
                if layout.isTall(index) || index > 0 && layout.isTall(index - 1) { collector.breakParagraph() }
                for line in row {
                    var line = line
                    (line.quoteDepth, line.indent) = (quoteDepth, indent)
                    collector.addLine(line)
                }
            }
            if layout.standsApart { collector.breakParagraph() }
        }
        if room > 0, !holdsTable, !isLayout, let layout = TableLayout(full, isFromRight: isFromRight) {
            room = max(0, room - full.count)
            return add(layout)
        }
        if room > 0, !holdsTable, !isLayout,
            let records = TableLayout.records(full, quoteDepth: quoteDepth, indent: indent)
        {
            room = max(0, room - full.count)
            for record in records {
                collector.breakParagraph()
                for line in record { collector.addLine(line) }
            }
            return collector.breakParagraph()
        }
        let isTable = !holdsTable && !isLayout && TableLayout.isWideData(full)
        var rest = full[...]
        while let first = rest.first {
            let shape = first.map(\.columns)
            let alike = room == 0 ? [] : rest.prefix { $0.map(\.columns) == shape && TableLayout.areBlocks($0) }
            let group = alike.isEmpty ? [first] : Array(alike)
            if group.count > 1, let layout = TableLayout(blocks: group, isFromRight: isFromRight) {
                add(layout)
            } else {
                for row in group {
                    if room > 0, !Self.isLine(row), let layout = TableLayout(blocks: [row], isFromRight: isFromRight) {
                        add(layout)
                    } else {
                        let standsApart = isTable && !Self.isLine(row)
                        if standsApart { collector.breakParagraph() }
                        Self.write(row, into: &collector)
                        if standsApart { collector.breakParagraph() }
                    }
                }
            }
            rest = rest.dropFirst(group.count)
            room = max(0, room - group.count)
        }
    }

    /// Whether a row consists of short texts that fit on one line, such as buttons.
    private static func isLine(_ row: [Cell]) -> Bool {
        let full = row.filter { !$0.lines.isEmpty }
        return full.count > 1 && full.allSatisfy { TableLayout.width($0.lines) != nil }
            && full.reduce(-2, { $0 + TextWidth.of($1.lines[0].text) + 2 }) <= TableLayout.maximumWidth
    }

    /// Writes a row of short texts as one line, and any other row as a block per cell.
    private static func write(_ row: [Cell], into collector: inout LineCollector) {
        let full = row.filter { !$0.lines.isEmpty }
        var cells = full.map(\.lines)
        if isLine(row) {
            for cell in cells.dropFirst() { cells[0][0].runs += [StyledText.Run(text: TableLayout.gap)] + cell[0].runs }
            cells = [cells[0]]
        }
        for (cell, lines) in zip(full, cells) {
            if cell.standsApart || lines.count > 1 { collector.breakParagraph() }
            for line in lines { collector.addLine(line) }
            if cell.standsApart || lines.count > 1 { collector.breakParagraph() }
        }
    }
}

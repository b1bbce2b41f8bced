/// A table in columns. Texts too long for their column wrap, and numbers keep the sender's alignment.
struct TableLayout {
    static let maximumColumns = 8
    /// Columns below a row of headings certainly hold data.
    private static let maximumHeadedColumns = 16
    static let maximumRows = 500
    /// Fits a table on a screen of 80 columns.
    static let maximumWidth = 76
    static let gap = "  "
    private static let wideGap = 4

    /// A cell, and the first of the columns that it spans.
    struct Place {
        var cell: TableRows.Cell
        var column: Int
        /// Whether it spans several columns with nothing behind it, so that its words may run beyond them.
        var isOpen = false
    }

    private let rows: [[Place]]
    private let widths: [Int]
    private let alignsRight: [Bool]
    private let gap: Int
    private let isData: Bool
    private let isFromRight: Bool

    /// Whether empty lines separate the table from the text around it.
    var standsApart: Bool { isData || rows.indices.contains(where: isTall) }

    /// Lays out a table of data. Returns `nil` when columns don't suit it: its cells hold whole paragraphs, it only arranges a page, or its
    /// words are too long.
    /// - Parameter isFromRight: whether the first column is the rightmost.
    init?(_ rows: [[TableRows.Cell]], isFromRight: Bool) {
        guard (2...Self.maximumRows).contains(rows.count), Self.areData(rows.flatMap { $0 }) else { return nil }
        let placed = Self.placed(rows)
        let count = placed.map(Self.columns)
        let most = Self.headings(rows).isEmpty ? Self.maximumColumns : Self.maximumHeadedColumns
        guard let columns = count.max(), (2...most).contains(columns),
            count.count(where: { $0 == columns }) * 2 >= rows.count
        else { return nil }
        self.init(placed, columns: columns, isData: true, isFromRight: isFromRight)
    }

    /// Lays out rows that only arrange a page, but have short cells: a product and its price, two addresses. Returns `nil` when they don't
    /// fit side by side.
    init?(blocks rows: [[TableRows.Cell]], isFromRight: Bool) {
        guard rows.count <= Self.maximumRows, rows.allSatisfy(Self.areBlocks) else { return nil }
        let placed = Self.placed(rows)
        let columns = placed.map(Self.columns).max() ?? 0
        guard (2...Self.maximumColumns).contains(columns) else { return nil }
        self.init(placed, columns: columns, isData: false, isFromRight: isFromRight)
    }

    private init?(_ placed: [[Place]], columns: Int, isData: Bool, isFromRight: Bool) {
        let gap = isData || !placed.joined().contains { $0.cell.lines.count > 1 } ? Self.gap.count : Self.wideGap
        let placed = isData && !isFromRight ? placed.map(Self.opened) : placed
        guard let widths = Self.widths(placed, columns, gap, growsForAll: isData) else { return nil }
        (self.gap, self.widths, self.isData, self.isFromRight) = (gap, widths, isData, isFromRight)
        rows = placed
        alignsRight = (0..<columns).map { column in
            let own = placed.joined().filter { $0.column == column && $0.cell.columns == 1 && !$0.cell.lines.isEmpty }
            return own.count(where: \.cell.alignsRight) * 2 > own.count
        }
    }

    /// Whether a row holds blocks of several lines: empty lines separate it from other rows.
    func isTall(_ row: Int) -> Bool {
        !isData && rows[row].contains { $0.cell.lines.count > 1 }
    }

    /// The lines of each row.
    var rowLines: [[StyledText.Line]] {
        let width = start(widths.count) - gap
        return rows.map { row in
            let texts = row.map { Self.wrapped($0.cell.lines, to: room($0)) }
            var lines = (0..<max(1, texts.map(\.count).max() ?? 1)).map { line(row, texts, $0) }
            let needed = zip(row, texts).map { start($0.column) + ($1.map(Self.width).max() ?? 0) }.max() ?? 0
            let own = isFromRight ? width : max(width, needed)
            for index in lines.indices { lines[index].unrolled = StyledText.Line.Unrolled(width: own, lines: []) }
            // Empty lines may be dropped later, so the first line with text carries the unrolled row.
            if let first = lines.firstIndex(where: { !$0.isEmpty }) { lines[first].unrolled?.lines = unrolled(row) }
            return lines
        }
    }

    /// Returns one screen row of a table row.
    private func line(_ row: [Place], _ texts: [[StyledText.Line]], _ index: Int) -> StyledText.Line {
        var line = StyledText.Line(isPreformatted: true)
        var position = 0
        let cells = Array(zip(row, texts))
        for (place, text) in isFromRight ? cells.reversed() : cells where index < text.count {
            let isRight = isFromRight || (place.cell.columns > 1 ? place.cell.alignsRight : alignsRight[place.column])
            let blanks = isRight ? max(0, room(place) - Self.width(text[index])) : 0
            let start = left(place) + blanks
            if start > position {
                line.runs.append(StyledText.Run(text: String(repeating: " ", count: start - position)))
            }
            line.runs += text[index].runs
            position = start + TextWidth.of(text[index].text)
        }
        return line
    }

    /// Returns a row for widths too small for columns: data in one line, blocks below each other.
    private func unrolled(_ row: [Place]) -> [StyledText.Line] {
        guard isData else { return TableRows.unrolled(row.map(\.cell)) }
        var line = StyledText.Line()
        let cells = row.map(\.cell).filter { !$0.lines.isEmpty }
        // The heading of the row, not one of several column headings.
        let isNamed = cells.count > 1 && cells[0].isHeading && !cells[1].isHeading
        for (place, cell) in cells.enumerated() {
            if place == 0 {
                (line.quoteDepth, line.indent) = (cell.lines[0].quoteDepth, cell.lines[0].indent)
            } else {
                let isBehindName = isNamed && place == 1
                let colon = isBehindName && line.text.last != ":" ? ":" : ""
                line.runs.append(StyledText.Run(text: isBehindName ? colon + " " : Self.gap))
            }
            for (index, part) in cell.lines.enumerated() {
                if index > 0 { line.runs.append(StyledText.Run(text: " ")) }
                line.runs += part.runs
            }
        }
        return [line]
    }

    /// Marks the last cell with text in a row as open if its words may run beyond its columns.
    private static func opened(_ row: [Place]) -> [Place] {
        guard let last = row.lastIndex(where: { !$0.cell.lines.isEmpty }) else { return row }
        var row = row
        row[last].isOpen = row[last].cell.columns > 1 && !row[last].cell.alignsRight
        return row
    }

    /// Returns the left edge of a cell.
    private func left(_ place: Place) -> Int {
        isFromRight ? start(widths.count) - gap - start(place.column) - room(place) : start(place.column)
    }

    private func start(_ column: Int) -> Int {
        widths[..<column].reduce(0) { $1 == 0 ? $0 : $0 + $1 + gap }
    }

    private func room(_ place: Place) -> Int {
        guard !place.isOpen else { return Self.maximumWidth - start(place.column) }
        let end = min(place.column + place.cell.columns, widths.count)
        return max(0, start(end) - start(place.column) - gap)
    }

    private static func wrapped(_ lines: [StyledText.Line], to width: Int) -> [StyledText.Line] {
        var text = StyledText()
        // The table is indented as a whole, so the indents of its cells take no room from them.
        text.lines = lines.map { line in
            var line = line
            (line.quoteDepth, line.indent) = (0, 0)
            return line
        }
        return text.wrapped(to: max(1, width)) { TextWidth.of($0) }
    }
}

/// A table of data in columns: texts too long for theirs go on in the next line, numbers stand where the sender put them.
struct TableLayout {
    static let maximumColumns = 8
    static let maximumRows = 500
    /// So that a table fits a screen of 80 columns.
    static let maximumWidth = 76
    static let gap = "  "
    private static let narrowest = 8
    private static let shortCell = 40
    private static let longestCell = 160

    /// A cell, and the first of the columns that it takes.
    private struct Place {
        var cell: TableCapture.Cell
        var column: Int
    }

    private let rows: [[Place]]
    private let widths: [Int]
    private let alignsRight: [Bool]

    /// Nil when the rows are no data that columns suit: their cells hold whole paragraphs, or they only arrange a page.
    init?(_ rows: [[TableCapture.Cell]]) {
        guard (2...Self.maximumRows).contains(rows.count), Self.areData(rows.flatMap { $0 }) else { return nil }
        let placed = Self.placed(rows)
        let count = placed.map { $0.reduce(0) { max($0, $1.column + $1.cell.columns) } }
        guard let columns = count.max(), (2...Self.maximumColumns).contains(columns),
            count.count(where: { $0 == columns }) * 2 >= rows.count
        else { return nil }
        self.rows = placed
        widths = Self.widths(placed, columns)
        alignsRight = (0..<columns).map { column in
            let own = placed.joined().filter { $0.column == column && $0.cell.columns == 1 && !$0.cell.lines.isEmpty }
            return own.count(where: \.cell.alignsRight) * 2 > own.count
        }
    }

    var lines: [StyledText.Line] {
        rows.flatMap { row -> [StyledText.Line] in
            let texts = row.map { Self.wrapped($0.cell.lines, to: room($0)) }
            return (0..<max(1, texts.map(\.count).max() ?? 1)).map { line(row, texts, $0) }
        }
    }

    /// One row of the screen.
    private func line(_ row: [Place], _ texts: [[StyledText.Line]], _ index: Int) -> StyledText.Line {
        var line = StyledText.Line(isPreformatted: true)
        line.isTableRow = true
        var position = 0
        for (place, text) in zip(row, texts) where index < text.count {
            let width = TextWidth.of(text[index].text)
            let isRight = place.cell.columns > 1 ? place.cell.alignsRight : alignsRight[place.column]
            let start = self.start(place.column) + (isRight ? max(0, room(place) - width) : 0)
            if start > position {
                line.runs.append(StyledText.Run(text: String(repeating: " ", count: start - position)))
            }
            line.runs += text[index].runs
            position = start + width
        }
        return line
    }

    private func start(_ column: Int) -> Int {
        widths[..<column].reduce(0, +) + Self.gap.count * column
    }

    private func room(_ place: Place) -> Int {
        let end = min(place.column + place.cell.columns, widths.count)
        return widths[place.column..<end].reduce(0, +) + Self.gap.count * (end - place.column - 1)
    }

    // MARK: Measuring

    /// Columns that a cell of one plain line takes; nil when it is more than that.
    static func width(_ lines: [StyledText.Line]) -> Int? {
        guard let line = lines.first else { return 0 }
        return lines.count == 1 && line.marker == nil && !line.isRule ? TextWidth.of(line.text) : nil
    }

    /// Most cells are short, and none holds a list or much prose.
    private static func areData(_ cells: [TableCapture.Cell]) -> Bool {
        let long = cells.filter { (width($0.lines) ?? .max) > shortCell }
        return long.count * 4 <= cells.count
            && long.allSatisfy { cell in
                cell.lines.count <= 3 && cell.lines.allSatisfy { $0.marker == nil && !$0.isRule && $0.quoteDepth == 0 }
                    && cell.lines.reduce(0) { $0 + TextWidth.of($1.text) } <= longestCell
            }
    }

    /// Gives each cell its column, beside those that reach down from rows above (HTML §4.9.12).
    private static func placed(_ rows: [[TableCapture.Cell]]) -> [[Place]] {
        var taken = [Int](repeating: 0, count: maximumColumns * 2)
        return rows.map { row in
            var column = 0
            var places: [Place] = []
            for cell in row {
                while column < taken.count, taken[column] > 0 { column += 1 }
                places.append(Place(cell: cell, column: column))
                for covered in column..<min(taken.count, column + cell.columns) { taken[covered] = cell.rows }
                column += cell.columns
            }
            for index in taken.indices { taken[index] = max(0, taken[index] - 1) }
            return places
        }
    }

    /// What each column needs; the widest give way until the table fits.
    private static func widths(_ rows: [[Place]], _ columns: Int) -> [Int] {
        var widths = [Int](repeating: 0, count: columns)
        for place in rows.joined() where place.cell.columns == 1 {
            let width = place.cell.lines.map { TextWidth.of($0.text) }.max() ?? 0
            widths[place.column] = max(widths[place.column], width)
        }
        var excess = widths.reduce(0, +) + gap.count * (columns - 1) - maximumWidth
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > narrowest {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private static func wrapped(_ lines: [StyledText.Line], to width: Int) -> [StyledText.Line] {
        var text = StyledText()
        text.lines = lines
        return text.wrapped(to: max(1, width)) { TextWidth.of($0) }
    }
}

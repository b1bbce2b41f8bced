// Decides which tables suit columns.
extension TableLayout {
    private static let shortCell = 40
    private static let longestCell = 160
    /// The most columns and lines of a block beside others, and the most columns of a text beside a longer one, such as a price.
    private static let blockWidth = 36
    private static let blockLines = 8
    private static let besideLong = 16

    /// Returns the width of a line, with the numbers that a reader puts behind its links: ` [12]`.
    static func width(_ line: StyledText.Line) -> Int {
        var width = TextWidth.of(line.text)
        for (index, run) in line.runs.enumerated() {
            guard let link = run.link, index + 1 == line.runs.count || line.runs[index + 1].link != link else {
                continue
            }
            width += String(link + 1).utf8.count + 3
        }
        return width
    }

    /// Returns the width of a cell that holds a single plain line; `nil` when it holds more.
    static func width(_ lines: [StyledText.Line]) -> Int? {
        guard let line = lines.first else { return 0 }
        return lines.count == 1 && line.marker == nil && !line.isRule ? TextWidth.of(line.text) : nil
    }

    /// Whether most cells are short, and none holds a list or much prose.
    static func areData(_ cells: [TableRows.Cell]) -> Bool {
        let long = cells.filter { (width($0.lines) ?? .max) > shortCell }
        return long.count * 4 <= cells.count
            && long.allSatisfy { cell in
                cell.lines.count <= 3 && cell.lines.allSatisfy { isPlain($0) && $0.quoteDepth == 0 }
                    && cell.lines.reduce(0) { $0 + TextWidth.of($1.text) } <= longestCell
            }
    }

    /// Whether all rows have the same number of short cells, and more of them than a table that only arranges a page.
    static func isWideData(_ rows: [[TableRows.Cell]]) -> Bool {
        guard rows.count > 2, let columns = rows.first?.count, columns > 3 else { return false }
        return rows.allSatisfy { $0.count == columns } && areData(rows.flatMap { $0 })
    }

    /// Whether a row holds several short blocks, or a longer one with only short texts beside it.
    static func areBlocks(_ row: [TableRows.Cell]) -> Bool {
        let full = row.filter { !$0.lines.isEmpty }
        guard full.count > 1, let first = full[0].lines.first,
            full.allSatisfy({ $0.lines.count <= blockLines && $0.lines.allSatisfy { isPart($0, of: first) } })
        else { return false }
        let widths = full.map { $0.lines.map(width).max() ?? 0 }
        if widths.allSatisfy({ $0 <= blockWidth }) {
            return widths.reduce(0, +) + gap.count * (widths.count - 1) <= maximumWidth
        }
        let long = full.indices.filter { widths[$0] > besideLong || full[$0].lines.count > 1 }
        guard long.count == 1 else { return false }
        let lines = full[long[0]].lines
        return lines.count <= blockLines / 2 && lines.reduce(0) { $0 + TextWidth.of($1.text) } <= longestCell
    }

    static func isPlain(_ line: StyledText.Line) -> Bool { line.marker == nil && !line.isRule }

    /// Whether a line can be part of a column: not in a list, and not quoted or indented differently.
    private static func isPart(_ line: StyledText.Line, of first: StyledText.Line) -> Bool {
        isPlain(line) && line.quoteDepth == first.quoteDepth && line.indent == first.indent
            && line.runs.reduce(0) { $0 + $1.text.utf8.count } <= longestCell * 4
    }
}

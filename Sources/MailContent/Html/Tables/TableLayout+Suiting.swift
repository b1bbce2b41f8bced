// Which tables columns suit.
extension TableLayout {
    private static let shortCell = 40
    private static let longestCell = 160
    /// Columns and lines of a block that stands beside others, and columns of what stands beside a longer text, as a price.
    private static let blockWidth = 36
    private static let blockLines = 8
    private static let besideLong = 16

    /// Columns that a line takes, with the numbers that a reader puts behind its links: ` [12]`.
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

    /// Columns that a cell of one plain line takes; nil when it is more than that.
    static func width(_ lines: [StyledText.Line]) -> Int? {
        guard let line = lines.first else { return 0 }
        return lines.count == 1 && line.marker == nil && !line.isRule ? TextWidth.of(line.text) : nil
    }

    /// Most cells are short, and none holds a list or much prose.
    static func areData(_ cells: [TableRows.Cell]) -> Bool {
        let long = cells.filter { (width($0.lines) ?? .max) > shortCell }
        return long.count * 4 <= cells.count
            && long.allSatisfy { cell in
                cell.lines.count <= 3 && cell.lines.allSatisfy { isPlain($0) && $0.quoteDepth == 0 }
                    && cell.lines.reduce(0) { $0 + TextWidth.of($1.text) } <= longestCell
            }
    }

    /// Short cells in rows of equal length, too many for a frame that only arranges a page.
    static func isWideData(_ rows: [[TableRows.Cell]]) -> Bool {
        guard rows.count > 2, let columns = rows.first?.count, columns > 3 else { return false }
        return rows.allSatisfy { $0.count == columns } && areData(rows.flatMap { $0 })
    }

    /// Several short blocks, or one that is longer with nothing but short texts beside it.
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

    /// Whether a line can be part of a column: no list, nothing quoted or set in.
    private static func isPart(_ line: StyledText.Line, of first: StyledText.Line) -> Bool {
        isPlain(line) && line.quoteDepth == first.quoteDepth && line.indent == first.indent
            && line.runs.reduce(0) { $0 + $1.text.utf8.count } <= longestCell * 4
    }
}

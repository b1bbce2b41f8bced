// Data that is too wide for columns.
extension TableLayout {
    /// A block for each row, each value behind the heading of its column, or below it where that is a list. Nil when the table
    /// has no headings.
    /// - Parameters quoteDepth, indent: where the table stands.
    static func records(_ rows: [[TableRows.Cell]], quoteDepth: Int, indent: Int) -> [[StyledText.Line]]? {
        let head = headings(rows)
        guard !head.isEmpty, rows.count <= maximumRows else { return nil }
        let placed = Self.placed(rows)
        var names: [Int: String] = [:]
        for place in placed.prefix(head.count).joined() {
            let text = place.cell.lines.map(\.text).joined(separator: " ").trimmingBlanks()
            guard !text.isEmpty else { continue }
            for column in place.column..<place.column + place.cell.columns {
                names[column] = names[column].map { "\($0) \(text)" } ?? text
            }
        }
        // What stands below a single heading may just as well be a text with its title.
        guard Set(names.values).count > 1 || areData(rows.flatMap { $0 }) else { return nil }
        let place = StyledText.Line(quoteDepth: quoteDepth, indent: indent)
        return placed.dropFirst(head.count).map { row in
            row.filter { !$0.cell.lines.isEmpty }.flatMap { named($0.cell.lines, names[$0.column], at: place) }
        }
    }

    /// The rows at the beginning that hold nothing but headings; empty when there is nothing below them.
    static func headings(_ rows: [[TableRows.Cell]]) -> ArraySlice<[TableRows.Cell]> {
        let head = rows.prefix { row in
            row.contains { !$0.lines.isEmpty } && row.allSatisfy { $0.isHeading || $0.lines.isEmpty }
        }
        return head.count < rows.count ? head : []
    }

    /// - Parameter place: a line without words where the table stands.
    private static func named(_ lines: [StyledText.Line], _ name: String?, at place: StyledText.Line)
        -> [StyledText.Line]
    {
        guard let name, let first = lines.first else { return lines }
        // A mark that stands there already, as “Price:”.
        let lead = name.hasSuffix(":") ? name : name + ":"
        var line = isPlain(first) && !first.isPreformatted && first.quoteDepth == place.quoteDepth ? first : place
        let isBeside = line == first
        line.runs.insert(StyledText.Run(text: isBeside ? lead + " " : lead, style: .bold), at: 0)
        return [line] + lines.dropFirst(isBeside ? 1 : 0)
    }
}

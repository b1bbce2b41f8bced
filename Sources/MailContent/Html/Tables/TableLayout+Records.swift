// Data tables that are too wide for columns.
extension TableLayout {
    /// Returns a block of lines for each row, with each value behind the heading of its column, or below it where the value is a list.
    /// Returns `nil` when the table has no headings.
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
        // Content below a single heading may just as well be prose with its title.
        guard Set(names.values).count > 1 || areData(rows.flatMap { $0 }) else { return nil }
        let place = StyledText.Line(quoteDepth: quoteDepth, indent: indent)
        return placed.dropFirst(head.count).map { row in
            row.filter { !$0.cell.lines.isEmpty }.flatMap { named($0.cell.lines, names[$0.column], at: place) }
        }
    }

    /// Returns the leading rows that hold nothing but headings; empty when nothing follows them.
    static func headings(_ rows: [[TableRows.Cell]]) -> ArraySlice<[TableRows.Cell]> {
        let head = rows.prefix { row in
            row.contains { !$0.lines.isEmpty } && row.allSatisfy { $0.isHeading || $0.lines.isEmpty }
        }
        return head.count < rows.count ? head : []
    }

    /// - Parameter place: a line without text, at the position of the table.
    private static func named(_ lines: [StyledText.Line], _ name: String?, at place: StyledText.Line)
        -> [StyledText.Line]
    {
        guard let name, let first = lines.first else { return lines }
        // The name may already end in a colon, as in “Price:”.
        let lead = name.hasSuffix(":") ? name : name + ":"
        var line = isPlain(first) && !first.isPreformatted && first.quoteDepth == place.quoteDepth ? first : place
        let isBeside = line == first
        line.runs.insert(StyledText.Run(text: isBeside ? lead + " " : lead, style: .bold), at: 0)
        return [line] + lines.dropFirst(isBeside ? 1 : 0)
    }
}

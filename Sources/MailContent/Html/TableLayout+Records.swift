// Data that is too wide for columns.
extension TableLayout {
    /// A block for each row, each value behind the heading of its column. Nil when the table has no headings.
    static func records(_ rows: [[TableRows.Cell]]) -> [[StyledText.Line]]? {
        let head = headings(rows)
        guard !head.isEmpty, rows.count <= maximumRows, areData(rows.flatMap { $0 }) else { return nil }
        let placed = Self.placed(rows)
        var names: [Int: String] = [:]
        for place in placed.prefix(head.count).joined() {
            let text = place.cell.lines.map(\.text).joined(separator: " ").trimmingBlanks()
            guard !text.isEmpty else { continue }
            for column in place.column..<place.column + place.cell.columns {
                names[column] = names[column].map { "\($0) \(text)" } ?? text
            }
        }
        return placed.dropFirst(head.count).map { row in
            row.filter { !$0.cell.lines.isEmpty }.flatMap { named($0.cell.lines, names[$0.column]) }
        }
    }

    /// The rows at the beginning that hold nothing but headings; empty when there is nothing below them.
    static func headings(_ rows: [[TableRows.Cell]]) -> ArraySlice<[TableRows.Cell]> {
        let head = rows.prefix { row in
            row.contains { !$0.lines.isEmpty } && row.allSatisfy { $0.isHeading || $0.lines.isEmpty }
        }
        return head.count < rows.count ? head : []
    }

    private static func named(_ lines: [StyledText.Line], _ name: String?) -> [StyledText.Line] {
        guard let name, var first = lines.first else { return lines }
        // A mark that stands there already, as “Price:”.
        let lead = name + (name.hasSuffix(":") ? " " : ": ")
        first.runs.insert(StyledText.Run(text: lead, style: .bold), at: 0)
        return [first] + lines.dropFirst()
    }
}

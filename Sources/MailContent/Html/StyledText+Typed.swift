extension StyledText {
    /// Columns of a line of plain text mail (RFC 5322 §2.1.1): lines that were broken at 72 can be quoted as they are.
    private static let columns = 78

    /// The text as a plain text mail has it: quote marks in front, long lines broken but for those whose blanks carry
    /// meaning.
    /// - Parameter depth: how much deeper it is quoted.
    public func typedLines(quotedDeeper depth: Int = 0) -> [String] {
        lines.indices.flatMap { index -> [String] in
            let line = lines[index]
            let room = max(20, Self.columns - (line.quoteDepth + depth) - 1)
            let isKept = line.isPreformatted || line.isRule || depth == 0 && line.quoteDepth == 0
            let rows = isKept ? [line] : wrapped(index..<(index + 1), to: room) { TextWidth.of($0) }
            return rows.map { Self.typed($0, depth) }
        }
    }

    private static func typed(_ line: Line, _ depth: Int) -> String {
        let marks = String(repeating: ">", count: line.quoteDepth + depth)
        let indent = String(repeating: " ", count: max(0, line.indent - (line.marker?.count ?? 0)))
        let text = line.isRule ? "---" : indent + (line.marker ?? "") + line.text
        return marks.isEmpty ? text : text.isEmpty ? marks : marks + " " + text
    }
}

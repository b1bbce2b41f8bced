private import CMark

/// Table rows with more cells than their header. A bar that was meant literally (`ls | wc`) adds a cell, and Markdown parsers drop
/// surplus cells. Here such a bar is escaped, so that all of the text arrives.
enum MarkdownTable {
    /// - Parameters:
    ///   - lines: the source of `document`.
    /// - Returns: the lines with such bars escaped, or `nil` when there are none.
    static func keepingCells(of lines: [Substring], in document: OpaquePointer) -> [Substring]? {
        guard let walk = cmark_iter_new(document) else { return nil }
        defer { cmark_iter_free(walk) }
        var kept = lines
        while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
            guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(walk), isRow(node),
                let head = cmark_node_first_child(cmark_node_parent(node))
            else { continue }
            let line = Int(cmark_node_get_start_line(node)) - 1
            guard kept.indices.contains(line) else { continue }
            kept[line] = keepingCells(
                of: lines[line], from: Int(cmark_node_get_start_column(node)) - 1, columns: cells(of: head))
        }
        return kept == lines ? nil : kept
    }

    private static func isRow(_ node: OpaquePointer) -> Bool {
        cmark_node_get_type_string(node).map { String(cString: $0) } == "table_row"
    }

    private static func cells(of head: OpaquePointer) -> Int {
        var count = 0
        var cell = cmark_node_first_child(head)
        while let next = cell {
            count += 1
            cell = cmark_node_next(next)
        }
        return count
    }

    /// Escapes the surplus bars of a row. The bar behind the last cell ends the row only where nothing follows it.
    private static func keepingCells(of line: Substring, from column: Int, columns: Int) -> Substring {
        let bytes = line.utf8
        guard let start = bytes.index(bytes.startIndex, offsetBy: max(0, column), limitedBy: bytes.endIndex) else {
            return line
        }
        let row = line[start...]
        let end = row.lastIndex { !$0.isWhitespace }
        var text = String(line[..<start])
        var (bars, isEscaped, hasBegun) = (0, false, false)
        for index in row.indices {
            let letter = row[index]
            if letter == "|", !isEscaped {
                if hasBegun { bars += 1 }
                if bars >= columns, index != end { text += "\\" }
            }
            isEscaped = letter == "\\" && !isEscaped
            if !letter.isWhitespace { hasBegun = true }
            text.append(letter)
        }
        return Substring(text)
    }
}

/// A line of a text area, with the rows that it takes in the width it was drawn in last.
struct WrappedLine: Hashable, Sendable {
    var text: [Character]
    private var width = 0
    private var known: [Range<Int>] = []

    init(_ text: [Character]) { self.text = text }

    /// The ranges of characters that stand in a row each; at least one. Rows break after blanks where they can.
    mutating func rows(_ width: Int) -> [Range<Int>] {
        if self.width != width {
            self.width = width
            known = WrappedLine.wrap(text, max(1, width))
        }
        return known
    }

    private static func wrap(_ text: [Character], _ width: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = 0
        var column = 0
        var breakAt: Int?
        var index = 0
        while index < text.count {
            let character = text[index]
            let cells = TextCells.columns(of: character)
            // A blank may stand beyond the edge: nothing of it is seen there.
            if column + cells > width, character != " ", index > start {
                let end = breakAt ?? index
                rows.append(start..<end)
                (start, index, column, breakAt) = (end, end, 0, nil)
                continue
            }
            column += cells
            index += 1
            if character == " " || character == "-" { breakAt = index }
        }
        rows.append(start..<text.count)
        return rows
    }

    static func == (one: WrappedLine, other: WrappedLine) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

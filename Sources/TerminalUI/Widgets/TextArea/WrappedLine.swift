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
            let cells = columns(of: character, at: column)
            // A blank may stand beyond the edge: nothing of it is seen there.
            if column + cells > width, !isBlank(character), index > start {
                let end = breakAt ?? index
                rows.append(start..<end)
                (start, index, column, breakAt) = (end, end, 0, nil)
                continue
            }
            column += cells
            index += 1
            if isBlank(character) || character == "-" { breakAt = index }
        }
        rows.append(start..<text.count)
        return rows
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// The columns that a character takes which begins at a column of its row: a tab goes on to the next multiple of eight.
    static func columns(of character: Character, at column: Int) -> Int {
        character == "\t" ? 8 - column % 8 : TextCells.columns(of: character)
    }

    /// The columns that the first characters of a row take.
    static func columns(of row: ArraySlice<Character>) -> Int {
        row.reduce(0) { $0 + columns(of: $1, at: $0) }
    }

    /// A row as it is drawn, with blanks for its tabs.
    static func shown(_ row: ArraySlice<Character>) -> String {
        guard row.contains("\t") else { return String(row) }
        var column = 0
        return row.reduce(into: "") { shown, character in
            let columns = columns(of: character, at: column)
            column += columns
            if character == "\t" { shown += String(repeating: " ", count: columns) } else { shown.append(character) }
        }
    }

    static func == (one: WrappedLine, other: WrappedLine) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

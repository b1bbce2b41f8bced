/// A scroll position in rows of different heights, of which only those nearby have to be known.
struct RowScroll: Hashable, Sendable {
    /// The first visible row.
    private(set) var row = 0
    /// The lines of that row above the view.
    private(set) var line = 0

    init() {}

    /// Goes to a line of a row, which comes to the top as far as the end allows.
    mutating func go(toRow row: Int, line: Int = 0) {
        self.row = max(0, row)
        self.line = max(0, line)
    }

    /// Scrolls by some lines. Asks only the rows that are passed for their height.
    /// - Returns: whether anything moved.
    @discardableResult
    mutating func scroll(by count: Int, rows: Int, height: Int, heightOf: (Int) -> Int) -> Bool {
        let before = self
        line += count
        while line < 0, row > 0 {
            row -= 1
            line += heightOf(row)
        }
        line = max(0, line)
        while row < rows - 1, case let here = heightOf(row), line >= here {
            line -= here
            row += 1
        }
        clamp(rows: rows, height: height, heightOf: heightOf)
        return self != before
    }

    /// Returns how many lines further down another position is; negative when it is above.
    func lines(to other: RowScroll, heightOf: (Int) -> Int) -> Int {
        guard row <= other.row else { return -other.lines(to: self, heightOf: heightOf) }
        return (row..<other.row).reduce(other.line - line) { $0 + heightOf($1) }
    }

    /// Scrolls back as far as needed to fill the view.
    mutating func clamp(rows: Int, height: Int, heightOf: (Int) -> Int) {
        guard rows > 0 else { return self = RowScroll() }
        row = min(row, rows - 1)
        line = min(line, max(0, heightOf(row) - 1))
        var filled = -line
        var last = row
        while last < rows, filled < height {
            filled += heightOf(last)
            last += 1
        }
        var missing = height - filled
        while missing > 0, row > 0 || line > 0 {
            if line >= missing {
                line -= missing
                missing = 0
            } else {
                missing -= line
                line = 0
                guard row > 0 else { break }
                row -= 1
                line = heightOf(row)
            }
        }
    }

    /// Scrolls as little as needed to show lines of a row; the first ones when there are too many.
    mutating func reveal(row target: Int, lines: Range<Int>, rows: Int, height: Int, heightOf: (Int) -> Int) {
        if target < row || target == row && lines.lowerBound < line { return go(toRow: target, line: lines.lowerBound) }
        // Lines between the top and the end of the target; a far row is jumped to.
        var distance = -line
        var index = row
        while index < target, distance < height {
            distance += heightOf(index)
            index += 1
        }
        guard index == target, distance + lines.upperBound <= height else {
            go(toRow: target, line: lines.upperBound - 1)
            scroll(by: -(height - 1), rows: rows, height: height, heightOf: heightOf)
            if target < row || target == row && lines.lowerBound < line { go(toRow: target, line: lines.lowerBound) }
            return
        }
    }

    /// Whether the end of the last row is visible.
    func isAtEnd(rows: Int, height: Int, heightOf: (Int) -> Int) -> Bool {
        var filled = -line
        var index = row
        while index < rows, filled <= height {
            filled += heightOf(index)
            index += 1
        }
        return index == rows && filled <= height
    }
}

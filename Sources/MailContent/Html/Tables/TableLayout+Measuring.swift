// The columns of cells, and the widths of columns.
extension TableLayout {
    private static let narrowest = 6
    /// Longer words may be cut where there is no room for them.
    private static let longestKept = 30

    static func columns(_ row: [Place]) -> Int {
        row.reduce(0) { max($0, $1.column + $1.cell.columns) }
    }

    /// Assigns each cell its column, beside the cells that extend down from rows above (HTML §4.9.12).
    static func placed(_ rows: [[TableRows.Cell]]) -> [[Place]] {
        var taken = [Int](repeating: 0, count: maximumColumns * 2)
        return rows.map { row in
            var column = 0
            var places: [Place] = []
            for cell in row {
                while column < taken.count, taken[column] > 0 { column += 1 }
                places.append(Place(cell: cell, column: column))
                // A row may extend beyond the columns that are tracked.
                let end = min(taken.count, column + cell.columns)
                if column < end { for covered in column..<end { taken[covered] = cell.rows } }
                column += cell.columns
            }
            for index in taken.indices { taken[index] = max(0, taken[index] - 1) }
            return places
        }
    }

    /// Returns the width of each column. The widest columns shrink until the table fits, but not below their longest words. Returns `nil`
    /// when the words alone are too wide.
    /// - Parameter growsForAll: whether cells over several columns get the width that they want, as far as there is room.
    static func widths(_ rows: [[Place]], _ columns: Int, _ gap: Int, growsForAll: Bool) -> [Int]? {
        var widths = [Int](repeating: 0, count: columns)
        for place in rows.joined() where place.cell.columns == 1 {
            widths[place.column] = max(widths[place.column], place.cell.lines.map(width).max() ?? 0)
        }
        // No column needs more than the width of the whole table.
        for column in widths.indices { widths[column] = min(widths[column], maximumWidth) }
        for place in rows.joined() where growsForAll && place.cell.columns > 1 && !place.isOpen {
            grow(&widths, for: place, gap)
        }
        // Very long words, such as URLs, are cut before the table is given up.
        for longest in [Int.max, longestKept] {
            let least = Self.least(rows, widths, gap, longest)
            var narrowed = zip(widths, least).map { max($0, $1) }
            let gaps = gap * (narrowed.count { $0 > 0 } - 1)
            var excess = narrowed.reduce(0, +) + gaps - maximumWidth
            while excess > 0,
                let widest = narrowed.indices.filter({ narrowed[$0] > max(least[$0], narrowest) })
                    .max(by: { narrowed[$0] < narrowed[$1] })
            {
                narrowed[widest] -= 1
                excess -= 1
            }
            if excess <= 0 { return narrowed }
        }
        return nil
    }

    /// Widens the last column that a cell spans by what its lines lack, as far as the table has room.
    private static func grow(_ widths: inout [Int], for place: Place, _ gap: Int) {
        func total(_ columns: some Sequence<Int>) -> Int {
            max(0, columns.reduce(-gap) { $0 + (widths[$1] > 0 ? widths[$1] + gap : 0) })
        }
        let columns = place.column..<max(place.column, min(place.column + place.cell.columns, widths.count))
        guard let last = columns.last(where: { widths[$0] > 0 }) else { return }
        let lack = (place.cell.lines.map(width).max() ?? 0) - total(columns)
        widths[last] += max(0, min(lack, maximumWidth - total(widths.indices)))
    }

    /// Returns the width of the longest word in each column. A longer word in a cell over several columns widens them.
    private static func least(_ rows: [[Place]], _ widths: [Int], _ gap: Int, _ longest: Int) -> [Int] {
        var least = [Int](repeating: 0, count: widths.count)
        func word(_ place: Place) -> Int { min(longest, place.cell.lines.map(longestWord).max() ?? 0) }
        for place in rows.joined() where place.cell.columns == 1 {
            least[place.column] = max(least[place.column], word(place))
        }
        for place in rows.joined() where place.cell.columns > 1 && !place.isOpen && place.column < widths.count {
            let columns = place.column..<min(place.column + place.cell.columns, widths.count)
            // Columns without text take no room.
            let full = columns.filter { widths[$0] > 0 || least[$0] > 0 }
            var lack = word(place) - max(0, full.reduce(-gap) { $0 + least[$1] + gap })
            // The width that the columns have anyway is used first.
            for column in full.sorted(by: { widths[$0] > widths[$1] }) where lack > 0 {
                let more = min(lack, max(0, widths[column] - least[column]))
                least[column] += more
                lack -= more
            }
            if lack > 0, let last = full.last ?? columns.last { least[last] += lack }
        }
        return least
    }

    /// Returns the width of the longest unbreakable piece of a line; for a single word, with the number of its link.
    private static func longestWord(_ line: StyledText.Line) -> Int {
        guard !line.isPreformatted else { return width(line) }
        var (longest, current, words) = (0, 0, 0)
        var last: UInt32?
        for character in line.text {
            let scalar = character.unicodeScalars.first?.value ?? 0
            if character == " " {
                (current, last) = (0, nil)
                continue
            }
            if last.map({ IdeographBreak.isAllowed($0, scalar) }) ?? true {
                current = 0
                words += 1
            }
            current += TextWidth.of(character)
            longest = max(longest, current)
            last = scalar
        }
        return words == 1 ? max(longest, width(line)) : longest
    }
}

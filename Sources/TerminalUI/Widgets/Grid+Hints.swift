extension Grid {
    /// Draws hints in one style. Each can be clicked; if a hint has several keys, each key on its own.
    /// - Parameter gap: the columns between hints.
    /// - Returns: the column after the last hint.
    @discardableResult
    public mutating func draw(hints: [StatusBar.Hint], x: Int, y: Int, _ style: Style, gap: Int = 3) -> Int {
        var column = x
        for (index, hint) in hints.enumerated() {
            // Blanks have the style of the text around them.
            if index > 0 { column = draw(String(repeating: " ", count: gap), x: column, y: y, style) }
            for key in hint.key.split(separator: " ").map(String.init) {
                let start = column
                column = draw(key + " ", x: column, y: y, style, columns: max(0, width - column))
                place(hint: key, x: start, y: y, width: column - start)
            }
            let start = column
            column = draw(hint.label, x: column, y: y, style, columns: max(0, width - column))
            let first = hint.key.split(separator: " ").first.map(String.init) ?? hint.key
            place(hint: first, x: start, y: y, width: column - start)
        }
        return column
    }

    /// Returns the columns that hints take.
    public static func width(of hints: [StatusBar.Hint], gap: Int = 3) -> Int {
        hints.reduce(0) { $0 + TextCells.width($1.key) + 1 + TextCells.width($1.label) } + gap * max(0, hints.count - 1)
    }

    /// Makes a click in that place act as a press of the key, or of several with blanks between them. Without a key the click
    /// does nothing, and does not reach what is beneath.
    public mutating func place(hint key: String, x: Int, y: Int, width columns: Int) {
        let columns = min(columns, width - x)
        guard columns > 0, y >= 0, y < height else { return }
        frame.hints.append(
            PlacedHint(key: key, place: Rect(x: place.x + x, y: place.y + y, width: columns, height: 1)))
    }
}

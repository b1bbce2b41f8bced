import TerminalUI

/// What is made ready before anybody looks at the thread.
extension ThreadPane {
    /// Rows whose texts are likely to be in sight first.
    private var likelyRows: some Sequence<MessageRow> { rows.lazy.filter(\.isOpen).prefix(3) }

    /// Reads those of their texts that are kept.
    func readKeptTexts() {
        for row in likelyRows {
            if let message = messages[row.first] { bodies.readKept(message) }
        }
    }

    /// Lays out the texts that are here, for a screen of so many columns; not those for which a key pressed meanwhile would wait.
    func layAhead(columns: Int, glyphs: Glyphs) {
        (size.width, self.glyphs, most) = (columns, glyphs, widest())
        for row in likelyRows where bodies.isAtHand(row.first) { _ = laid(row.first) }
    }
}

import TerminalUI

/// Preparing a thread before the user sees it.
extension ThreadPane {
    /// The rows whose texts are likely to be visible first.
    private var likelyRows: some Sequence<MessageRow> { rows.lazy.filter(\.isOpen).prefix(3) }

    /// Reads the texts of those rows that the store has.
    func readKeptTexts() {
        for row in likelyRows {
            if let message = messages[row.first] { bodies.readKept(message) }
        }
    }

    /// Lays out the texts that are here, for a screen of some width; not those that would make a key wait.
    func layAhead(columns: Int, glyphs: Glyphs) {
        (space.size.width, space.glyphs, space.most) = (columns, glyphs, widest())
        for row in likelyRows where bodies.isAtHand(row.first) { _ = laid(row.first) }
    }
}

import TerminalUI

/// Shortens names in their middle, so that those that begin alike can still be told apart.
enum MiddleCut {
    /// - Parameter end: the columns of the ending that stays; nil for half.
    /// - Returns: the text in at most that many columns.
    static func text(_ text: String, columns: Int, end: Int? = nil, ellipsis: String) -> String {
        guard TextCells.width(text) > columns else { return text }
        let room = columns - TextCells.width(ellipsis)
        guard room > 0 else { return TextCells.prefix(text, columns: max(0, columns)) }
        let end = ending(of: text, columns: min(room, end ?? room / 2))
        return TextCells.prefix(text, columns: room - TextCells.width(end)) + ellipsis + end
    }

    /// Returns the longest ending, in whole characters, that fits into the columns.
    private static func ending(of text: String, columns: Int) -> String {
        var room = columns
        var start = text.endIndex
        while start > text.startIndex {
            let before = text.index(before: start)
            room -= TextCells.columns(of: text[before])
            guard room >= 0 else { break }
            start = before
        }
        return String(text[start...])
    }
}

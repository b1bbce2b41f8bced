import MailContent
import TerminalUI

/// A file name shortened in its middle: its beginning tells what the file is about, its end what kind of file it is.
enum ShortFileName {
    /// The columns of the longest extension that always stays whole, with its dot.
    private static let longestExtension = 10

    /// Returns a name on one line, in at most that many columns.
    ///
    /// Blanks beside each other become one: many of them would push the real extension out of sight.
    static func fitting(_ name: String, columns: Int, ellipsis: String) -> String {
        let name = CleanText.line(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard TextCells.width(name) > columns else { return name }
        let room = columns - TextCells.width(ellipsis)
        guard room > 0 else { return TextCells.prefix(name, columns: max(0, columns)) }
        let end = ending(of: name, columns: min(room, max(room / 3, width(ofExtension: name))))
        return TextCells.prefix(name, columns: room - TextCells.width(end)) + ellipsis + end
    }

    private static func width(ofExtension name: String) -> Int {
        let width = name.lastIndex(of: ".").map { TextCells.width(name[$0...]) } ?? 0
        return width > longestExtension ? 0 : width
    }

    /// Returns the longest ending, in whole characters, that fits into the columns.
    private static func ending(of name: String, columns: Int) -> String {
        var room = columns
        var start = name.endIndex
        while start > name.startIndex {
            let before = name.index(before: start)
            room -= TextCells.columns(of: name[before])
            guard room >= 0 else { break }
            start = before
        }
        return String(name[start...])
    }
}

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
        let third = (columns - TextCells.width(ellipsis)) / 3
        return MiddleCut.text(name, columns: columns, end: max(third, width(ofExtension: name)), ellipsis: ellipsis)
    }

    private static func width(ofExtension name: String) -> Int {
        let width = name.lastIndex(of: ".").map { TextCells.width(name[$0...]) } ?? 0
        return width > longestExtension ? 0 : width
    }
}

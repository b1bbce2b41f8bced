import TerminalUI

/// What a toast says where there is no room for all of it: what is quoted is shortened first, for its beginning tells enough,
/// then the middle goes, so that what it ends with, the name of a mailbox, stays.
enum ShortWords {
    /// Columns of a quoted text that tell what is meant.
    private static let least = 5

    static func fitting(_ words: String, columns: Int, ellipsis: String) -> String {
        let excess = TextCells.width(words) - columns
        guard excess > 0 else { return words }
        if let open = words.firstIndex(of: "“"), let close = words[open...].firstIndex(of: "”") {
            let quoted = String(words[words.index(after: open)..<close])
            let width = max(least, TextCells.width(quoted) - excess)
            let short = TextCells.truncated(quoted, to: width, ellipsis: ellipsis)
            let all = String(words[...open] + short + words[close...])
            if TextCells.width(all) <= columns { return all }
            let without = (words[..<open] + words[words.index(after: close)...]).replacing("  ", with: " ")
                .replacing(" ,", with: ",")
            let halves = cut(all, columns, ellipsis)
            // Of a quote half of which goes nothing can be told.
            return halves.contains("“\(short)”") ? halves : cut(String(without), columns, ellipsis)
        }
        return cut(words, columns, ellipsis)
    }

    /// Its beginning and its end, with as much of either.
    private static func cut(_ words: String, _ columns: Int, _ ellipsis: String) -> String {
        guard TextCells.width(words) > columns else { return words }
        let room = columns - TextCells.width(ellipsis)
        guard room >= 2 * least else { return TextCells.truncated(words, to: columns, ellipsis: ellipsis) }
        let end = String(TextCells.prefix(String(words.reversed()), columns: room / 2).reversed())
        return TextCells.prefix(words, columns: room - TextCells.width(end)) + ellipsis + end
    }
}

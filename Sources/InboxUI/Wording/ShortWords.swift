import Foundation
import TerminalUI

/// What a toast says where there is no room for all of it: what is quoted is shortened first, for its beginning tells enough,
/// then words from the middle go, so that what it begins with, what was done, and what it ends with, the name of a mailbox, stay.
enum ShortWords {
    /// Columns of a quoted text that tell what is meant.
    private static let least = 5

    /// In one line.
    static func fitting(_ words: String, columns: Int, ellipsis: String) -> String {
        let excess = TextCells.width(words) - columns
        guard excess > 0 else { return words }
        guard let quote = quote(in: words) else { return cut(words, columns, ellipsis) }
        let quoted = String(words[quote])
        let short = TextCells.truncated(quoted, to: max(least, TextCells.width(quoted) - excess), ellipsis: ellipsis)
        let all = words.replacingCharacters(in: quote, with: short)
        if TextCells.width(all) <= columns { return all }
        let before = words[..<words.index(before: quote.lowerBound)]
        let without = (before + words[words.index(after: quote.upperBound)...]).replacing("  ", with: " ")
            .replacing(" ,", with: ",")
        let halves = cut(all, columns, ellipsis)
        // Of a quote half of which goes nothing can be told.
        return halves.contains("“\(short)”") ? halves : cut(String(without), columns, ellipsis)
    }

    /// In a few lines, where one has no room even for what is quoted shortened.
    /// - Parameters:
    ///   - end: columns of what stands behind the last, or below it where there may be one more.
    ///   - most: how many there may be; of up to two a shortened quote saves the second.
    static func lines(_ words: String, columns: Int, end: Int, most: Int, ellipsis: String) -> [String] {
        let one = columns - end
        if TextCells.width(words) <= one { return [words] }
        guard most > 1 else { return [fitting(words, columns: one, ellipsis: ellipsis)] }
        func fits(_ lines: [String]) -> Bool {
            lines.count < most || lines.count == most && TextCells.width(lines.last ?? "") <= one
        }
        let quote = quote(in: words)
        var candidates = [words]
        if let quote {
            let quoted = String(words[quote])
            candidates += stride(from: TextCells.width(quoted) - 1, through: least, by: -1).map {
                words.replacingCharacters(
                    in: quote, with: TextCells.truncated(quoted, to: $0, ellipsis: ellipsis))
            }
        }
        if most == 2, let short = candidates.first(where: { TextCells.width($0) <= one }) { return [short] }
        let wrapped = candidates.lazy.map { TextCells.wrapped($0, to: columns) }
        if let lines = wrapped.first(where: fits) { return lines }
        let all = wrapped.last ?? []
        let rest = all.dropFirst(most - 1).joined(separator: " ")
        return all.prefix(most - 1) + [fitting(rest, columns: one, ellipsis: ellipsis)]
    }

    /// What stands between its quotation marks.
    private static func quote(in words: String) -> Range<String.Index>? {
        guard let open = words.firstIndex(of: "“"), let close = words[open...].firstIndex(of: "”") else { return nil }
        return words.index(after: open)..<close
    }

    /// Its first and its last words, with as much room for either; where only one word would stay, letters.
    private static func cut(_ words: String, _ columns: Int, _ ellipsis: String) -> String {
        guard TextCells.width(words) > columns else { return words }
        let room = columns - TextCells.width(ellipsis) - 2
        let parts = words.split(separator: " ")
        guard room >= 2 * least, let last = parts.last, TextCells.width(last) + least <= room else {
            return TextCells.truncated(words, to: columns, ellipsis: ellipsis)
        }
        let end = joined(parts.reversed(), columns: max(room / 2, TextCells.width(last))).reversed()
        let begin = joined(parts.dropLast(end.count), columns: room - width(of: end))
        guard !begin.isEmpty else { return TextCells.truncated(words, to: columns, ellipsis: ellipsis) }
        return (begin + [Substring(ellipsis)] + end).joined(separator: " ")
    }

    /// As many of them as fit beside each other.
    private static func joined(_ parts: some Sequence<Substring>, columns: Int) -> [Substring] {
        var fitting: [Substring] = []
        for part in parts {
            guard width(of: fitting + [part]) <= columns else { break }
            fitting.append(part)
        }
        return fitting
    }

    private static func width(of parts: some Collection<Substring>) -> Int {
        parts.reduce(0) { $0 + TextCells.width($1) + 1 } - (parts.isEmpty ? 0 : 1)
    }
}

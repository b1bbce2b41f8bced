import Foundation
import TerminalUI

/// Shortens the words of a toast that do not fit. The quoted text goes first, since its beginning tells enough; then words in
/// the middle, so that the beginning (what was done) and the end (the name of a mailbox) stay.
enum ShortWords {
    /// The fewest columns of a quoted text that still identify it.
    private static let least = 5

    /// Returns the words shortened to one line.
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
        // A quote that lost half of its text tells nothing.
        return halves.contains("“\(short)”") ? halves : cut(String(without), columns, ellipsis)
    }

    /// Returns the words in a few lines, where one line is too short even for a shortened quote.
    /// - Parameters:
    ///   - end: columns of what follows the last line, or goes below it where one more line is allowed.
    ///   - most: the most lines; with at most two, shortening a quote is preferred to a second line.
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

    /// Returns the range between the quotation marks.
    private static func quote(in words: String) -> Range<String.Index>? {
        guard let open = words.firstIndex(of: "“"), let close = words[open...].firstIndex(of: "”") else { return nil }
        return words.index(after: open)..<close
    }

    /// Returns the first and the last words, with equal room for both. Where only one word would stay, cuts letters instead.
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

    /// Returns as many of the parts as fit beside each other.
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

import MailContent
import TerminalUI

/// Joins the lines that a sender's program broke at some seventy columns, where the screen has less room: broken again, they
/// would alternate between long and short.
struct HardBreaks {
    private let text: StyledText
    private let width: Int

    /// The fewest columns of a line that a program broke.
    private static let least = 45
    /// Programs break lines before this column; a longer line is a whole paragraph.
    private static let most = 100

    init(_ text: StyledText, width: Int) {
        self.text = text
        self.width = width
    }

    /// Returns the lines of the range. Those of a paragraph that does not fit are joined, all others stay as they are.
    func paragraphs(_ range: Range<Int>) -> [StyledText.Line] {
        // Most texts fit, and bytes are counted faster than columns.
        guard width < Self.most, text.lines[range].contains(where: { $0.text.utf8.count > width }) else {
            return Array(text.lines[range])
        }
        var result: [StyledText.Line] = []
        var next = range.lowerBound
        while next < range.upperBound {
            let end = end(of: next, before: range.upperBound)
            let lines = text.lines[next..<end]
            if lines.count > 1, lines.contains(where: { columns($0) > width }) {
                result.append(joined(lines))
            } else {
                result += lines
            }
            next = end
        }
        return result
    }

    /// Returns the index of the line after a paragraph.
    private func end(of first: Int, before limit: Int) -> Int {
        var end = first + 1
        while end < limit, isBroken(text.lines[end - 1], before: text.lines[end]) { end += 1 }
        return end
    }

    /// Whether a program broke the line there, because the next word would not have fitted.
    private func isBroken(_ line: StyledText.Line, before next: StyledText.Line) -> Bool {
        guard line.quoteDepth == next.quoteDepth, line.indent == next.indent, next.marker == nil,
            !line.isPreformatted, !next.isPreformatted, !line.isRule, !next.isRule, line.unrolled == nil,
            next.unrolled == nil,
            (Self.least..<Self.most).contains(columns(line)), !line.isDrawn
        else { return false }
        // A list item, a heading or a separate line begins with some other character, or with a blank.
        guard let begin = next.text.first, begin.isLetter || begin.isNumber || "(\"'“‘„«".contains(begin) else {
            return false
        }
        // A header begins with its name, in bold.
        if next.runs.first?.style == .bold, line.runs.first?.style == .bold { return false }
        let word = next.text.prefix { $0 != " " }
        // "1." and "2)" begin list items.
        if begin.isNumber, word.last == "." || word.last == ")" { return false }
        return columns(line) + 1 + TextCells.width(String(word)) > Self.columnsOfMail
    }

    /// Less than the width at which any program breaks mail: RFC 3676 §4.2 says 78, people set 72.
    private static let columnsOfMail = 64

    private func columns(_ line: StyledText.Line) -> Int {
        TextCells.width(line.text) + line.indent + line.quoteDepth * StyledText.quoteColumns
    }

    /// Takes time linear in the length: any sender may write a paragraph of a megabyte.
    private func joined(_ lines: ArraySlice<StyledText.Line>) -> StyledText.Line {
        lines.dropFirst().reduce(into: lines[lines.startIndex]) { paragraph, line in
            let last = paragraph.runs.last { !$0.text.isEmpty }?.text.last
            // A line break stands for a blank, unless the line already ends with one.
            if last?.isWhitespace != true, !IdeographBreak.isInvisible(between: last, and: line.text.first) {
                paragraph.runs.append(StyledText.Run(text: " "))
            }
            paragraph.runs += line.runs
        }
    }
}

extension StyledText.Line {
    /// Whether the sender drew the line with one character, as lists do above their text. Such a line fills the available width.
    var isDrawn: Bool {
        let text = text
        guard let sign = text.first, Self.drawing.contains(sign) else { return false }
        return text.allSatisfy { $0 == sign || $0 == " " }
    }

    private static let drawing: Set<Character> = ["_", "-", "=", "*", "~", "#", ".", "─", "━", "═", "—"]
}

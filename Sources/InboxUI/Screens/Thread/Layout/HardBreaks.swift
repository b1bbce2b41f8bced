import MailContent
import TerminalUI

/// Lines that a sender's program broke at some seventy columns, where there is room for less: broken there a second time
/// they would go long, short, long, short.
struct HardBreaks {
    private let text: StyledText
    private let width: Int

    /// A line that is broken for the width of a screen is at least so long.
    private static let least = 45
    /// No program that breaks lines makes them longer; what is longer is no line but a paragraph.
    private static let most = 100

    init(_ text: StyledText, width: Int) {
        self.text = text
        self.width = width
    }

    /// The lines of the range; those of a paragraph that does not fit are joined, all others stay as they are.
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

    /// The line after those that are one paragraph.
    private func end(of first: Int, before limit: Int) -> Int {
        var end = first + 1
        while end < limit, isBroken(text.lines[end - 1], before: text.lines[end]) { end += 1 }
        return end
    }

    /// Whether a program broke the line there: the next word would not have fitted.
    private func isBroken(_ line: StyledText.Line, before next: StyledText.Line) -> Bool {
        guard line.quoteDepth == next.quoteDepth, line.indent == next.indent, next.marker == nil,
            !line.isPreformatted, !next.isPreformatted, !line.isRule, !next.isRule, line.unrolled == nil,
            next.unrolled == nil,
            (Self.least..<Self.most).contains(columns(line)), !line.isDrawn
        else { return false }
        // A list, a heading or a line of its own begins with something else, or with a blank.
        guard let begin = next.text.first, begin.isLetter || begin.isNumber || "(\"'“‘„«".contains(begin) else {
            return false
        }
        // So does a header, by its name.
        if next.runs.first?.style == .bold, line.runs.first?.style == .bold { return false }
        let word = next.text.prefix { $0 != " " }
        // "1." and "2)" are of a list.
        if begin.isNumber, word.last == "." || word.last == ")" { return false }
        return columns(line) + 1 + TextCells.width(String(word)) > Self.columnsOfMail
    }

    /// Narrower than any program breaks mail: RFC 3676 §4.2 says 78, people set 72.
    private static let columnsOfMail = 64

    private func columns(_ line: StyledText.Line) -> Int {
        TextCells.width(line.text) + line.indent + line.quoteDepth * StyledText.quoteColumns
    }

    private func joined(_ lines: ArraySlice<StyledText.Line>) -> StyledText.Line {
        lines.dropFirst().reduce(lines[lines.startIndex]) { paragraph, line in
            var paragraph = paragraph
            // Between two ideographs no blank is missing.
            if paragraph.text.last?.isWhitespace != true { paragraph.runs.append(StyledText.Run(text: " ")) }
            paragraph.runs += line.runs
            return paragraph
        }
    }
}

extension StyledText.Line {
    /// Whether it is a line that the sender drew with one sign, as lists do above their words: it goes as far as there is room.
    var isDrawn: Bool {
        let text = text
        guard let sign = text.first, Self.drawing.contains(sign) else { return false }
        return text.allSatisfy { $0 == sign || $0 == " " }
    }

    private static let drawing: Set<Character> = ["_", "-", "=", "*", "~", "#", ".", "─", "━", "═", "—"]
}

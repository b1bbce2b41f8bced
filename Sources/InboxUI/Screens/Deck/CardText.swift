import MailContent

/// The text of a mail for a card, which is narrower than the lines that most people write.
enum CardText {
    /// The length from which a line counts as wrapped by a program rather than ended by its writer.
    private static let fullLine = 48

    /// Joins the lines of paragraphs so that they can be wrapped again. Leaves quotes, lists, preformatted and indented lines as they are.
    static func reflowed(_ text: StyledText) -> StyledText {
        var result = text
        result.lines = []
        var goesOn = false
        for line in text.lines {
            let isPlain = isProse(line)
            if goesOn, isPlain, var last = result.lines.popLast() {
                last.runs.append(StyledText.Run(text: " "))
                last.runs += line.runs
                result.lines.append(last)
            } else {
                result.lines.append(line)
            }
            goesOn = isPlain && line.text.count >= fullLine
        }
        return result
    }

    /// Returns at least that many bytes of a text, cut at a line. No quote is cut, as its fold says how long it is.
    static func beginning(of text: StyledText, bytes: Int) -> StyledText {
        var left = bytes
        let end = text.lines.firstIndex { line in
            if left <= 0, line.quoteDepth == 0, !line.isEmpty { return true }
            left -= line.runs.reduce(1) { $0 + $1.text.utf8.count }
            return false
        }
        guard let end else { return text }
        var beginning = text
        beginning.lines = Array(text.lines[..<end])
        return beginning
    }

    private static func isProse(_ line: StyledText.Line) -> Bool {
        line.quoteDepth == 0 && line.indent == 0 && line.marker == nil && !line.isRule && !line.isPreformatted
            && !line.isEmpty && line.text.first?.isWhitespace != true && !isOfPatch(line.text)
    }

    /// Whether a line is a patch's sign-off, or between that and its first file; the rest of a patch is preformatted.
    private static func isOfPatch(_ line: String) -> Bool {
        line.hasPrefix("---") || line.prefix { $0.isLetter || $0 == "-" || $0 == ":" }.hasSuffix("-by:")
    }
}

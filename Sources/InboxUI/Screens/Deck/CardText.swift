import MailContent

/// A mail's text for a card, which is narrower than what most people write to.
enum CardText {
    /// Lines this long were broken by a program, not by their writer.
    private static let fullLine = 48

    /// Joins the lines of paragraphs, so that they can be broken anew. Quotes, lists, preformatted and
    /// indented lines stay.
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

    private static func isProse(_ line: StyledText.Line) -> Bool {
        line.quoteDepth == 0 && line.indent == 0 && line.marker == nil && !line.isRule && !line.isPreformatted
            && !line.isEmpty && line.text.first?.isWhitespace != true && !isOfPatch(line.text)
    }

    /// Who signed a patch, and what stands between that and its first file; the rest of it is preformatted.
    private static func isOfPatch(_ line: String) -> Bool {
        line.hasPrefix("---") || line.prefix { $0.isLetter || $0 == "-" || $0 == ":" }.hasSuffix("-by:")
    }
}

/// Renders quoted lines of plain text as HTML: nested quotes, with literal text. Lines that were wrapped for the width of mail are joined.
enum QuoteHTML {
    static func html(of lines: [Substring]) -> String {
        var html = ""
        var depth = 0
        var isFirst = true
        var last: Substring = ""
        for line in lines {
            let (lineDepth, text) = level(of: line)
            if lineDepth == depth, !isFirst {
                html += depth > 0 && isBroken(last, before: text, depth: depth) ? "\n" : "<br />\n"
            } else {
                if !isFirst { html += "</p>\n" }
                html += String(repeating: "<blockquote>\n", count: max(lineDepth - depth, 0))
                html += String(repeating: "</blockquote>\n", count: max(depth - lineDepth, 0))
                html += "<p>"
            }
            html += letters(text)
            (depth, isFirst, last) = (lineDepth, false, text)
        }
        return html + (isFirst ? "" : "</p>\n") + String(repeating: "</blockquote>\n", count: depth)
    }

    /// Whether a line was wrapped because the next word did not fit. A next line that does not begin with a word, such as a list item,
    /// stays separate, and so does text in columns.
    private static func isBroken(_ line: Substring, before next: Substring, depth: Int) -> Bool {
        guard let begin = next.first, begin.isLetter || begin.isNumber || "(\"'“‘„«".contains(begin),
            line.first?.isWhitespace == false, !line.contains("  "), !line.contains("\t")
        else { return false }
        let word = next.prefix { $0 != " " }
        if begin.isNumber, word.last == "." || word.last == ")" { return false }
        let columns = depth + 1 + TextWidth.of(String(line))
        return columns <= FlowedText.longest && columns + 1 + TextWidth.of(String(word)) > FlowedText.width
    }

    /// Returns the quote depth of a line, and its text. The depth is limited because mail programs draw a box for each level.
    private static func level(of line: Substring) -> (depth: Int, text: Substring) {
        var (depth, text) = (0, line)
        while depth < 32 {
            let rest = text.drop { $0 == " " }
            guard rest.first == ">" else { break }
            (depth, text) = (depth + 1, rest.dropFirst())
        }
        return (depth, depth > 0 && text.first == " " ? text.dropFirst() : text)
    }

    /// Escapes a text and keeps its leading blanks, which align columns and code.
    private static func letters(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        let blanks = text[..<rest.startIndex].map { $0 == "\t" ? "&#160;&#160;&#160;&#160;" : "&#160;" }.joined()
        return blanks + SafeHTML.escaped(String(rest))
    }
}

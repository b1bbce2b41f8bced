/// Quoted lines of plain text as HTML: quotes in quotes, and every letter as it stands. Lines that were broken for the width of mail go on.
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

    /// Whether a line ends where it does since the next word would not have fitted. What begins with something else than a word is a
    /// line of its own, such as an item of a list, and so is what stands in columns.
    private static func isBroken(_ line: Substring, before next: Substring, depth: Int) -> Bool {
        guard let begin = next.first, begin.isLetter || begin.isNumber || "(\"'“‘„«".contains(begin),
            line.first?.isWhitespace == false, !line.contains("  "), !line.contains("\t")
        else { return false }
        let word = next.prefix { $0 != " " }
        if begin.isNumber, word.last == "." || word.last == ")" { return false }
        let columns = depth + 1 + TextWidth.of(String(line))
        return columns <= FlowedText.longest && columns + 1 + TextWidth.of(String(word)) > FlowedText.width
    }

    /// How many quotes a line stands in, and what it says. The depth has a limit: mail programs draw each as a box.
    private static func level(of line: Substring) -> (depth: Int, text: Substring) {
        var (depth, text) = (0, line)
        while depth < 32 {
            let rest = text.drop { $0 == " " }
            guard rest.first == ">" else { break }
            (depth, text) = (depth + 1, rest.dropFirst())
        }
        return (depth, depth > 0 && text.first == " " ? text.dropFirst() : text)
    }

    /// Blanks at the start are kept: columns and code stand by them.
    private static func letters(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        let blanks = text[..<rest.startIndex].map { $0 == "\t" ? "&#160;&#160;&#160;&#160;" : "&#160;" }.joined()
        return blanks + SafeHTML.escaped(String(rest))
    }
}

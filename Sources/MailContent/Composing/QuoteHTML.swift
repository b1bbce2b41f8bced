/// Quoted lines of plain text as HTML: quotes in quotes, and every letter as it stands.
enum QuoteHTML {
    static func html(of lines: [Substring]) -> String {
        var html = ""
        var depth = 0
        var isFirst = true
        for line in lines {
            let (lineDepth, text) = level(of: line)
            if lineDepth == depth, !isFirst {
                html += "<br />\n"
            } else {
                if !isFirst { html += "</p>\n" }
                html += String(repeating: "<blockquote>\n", count: max(lineDepth - depth, 0))
                html += String(repeating: "</blockquote>\n", count: max(depth - lineDepth, 0))
                html += "<p>"
            }
            html += letters(text)
            (depth, isFirst) = (lineDepth, false)
        }
        return html + (isFirst ? "" : "</p>\n") + String(repeating: "</blockquote>\n", count: depth)
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

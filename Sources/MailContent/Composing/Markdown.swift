private import CMark
private import Foundation

/// Markdown (CommonMark 0.30) as HTML for mail, by Debian's cmark. HTML within the text is left out, and so are links to
/// anything but pages and mail. What others wrote, quoted or forwarded, is shown letter by letter: it is no Markdown, and what stands
/// in it may neither load a picture nor name a link otherwise than it was.
public enum Markdown {
    public static func html(of text: String) -> String {
        let runs = MarkdownRun.runs(of: text)
        // A link may be named in one place and its target stand in another, with a quote between.
        let targets = runs.count > 1 ? runs.flatMap(\.linkTargets) : []
        return runs.map { run in
            run.isQuoted
                ? QuoteHTML.html(of: run.lines)
                : rendered((targets + (targets.isEmpty ? [] : [""]) + run.lines).joined(separator: "\n"))
        }.joined()
    }

    private static func rendered(_ text: String) -> String {
        var body = Self.body(of: text)
        guard
            let html = body.withUTF8({ bytes in
                bytes.withMemoryRebound(to: CChar.self) { chars in
                    cmark_markdown_to_html(chars.baseAddress, chars.count, CMARK_OPT_HARDBREAKS | CMARK_OPT_SMART)
                }
            })
        else { return "" }
        defer { free(html) }
        return String(cString: html)
    }

    /// The line above a signature would make a heading of the line before it; it becomes a rule.
    private static func body(of text: String) -> String {
        text.replacing("\n-- \n", with: "\n\n---\n\n")
    }
}

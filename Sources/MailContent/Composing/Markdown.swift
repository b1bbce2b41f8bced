private import CMark
private import Foundation

/// Markdown (CommonMark 0.30) as HTML for mail, by Debian's cmark. HTML within the text is left out, and so are links to
/// anything but pages and mail.
public enum Markdown {
    public static func html(of text: String) -> String {
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

private import CMark
private import Foundation

/// Markdown (CommonMark 0.29, with tables, struck words and bare addresses as GitHub reads them) as HTML for mail, by Debian's
/// cmark-gfm. HTML within the text stays letters, and links to anything but pages and mail are left out. What others wrote, quoted
/// or forwarded, is shown letter by letter: it is no Markdown, and what stands in it may neither load a picture nor name a link
/// otherwise than it was.
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
        guard hasExtensions, let parser = cmark_parser_new(options) else { return "" }
        defer { cmark_parser_free(parser) }
        for name in extensions { cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name)) }
        let body = Self.body(of: text)
        guard var document = parse(body, parser) else { return "" }
        defer { cmark_node_free(document) }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        if let kept = MarkdownTable.keepingCells(of: lines, in: document),
            let other = parse(kept.joined(separator: "\n"), parser)
        {
            cmark_node_free(document)
            document = other
        }
        keepLetters(in: document)
        let known = cmark_parser_get_syntax_extensions(parser)
        guard let html = cmark_render_html(document, options | CMARK_OPT_HARDBREAKS, known) else { return "" }
        defer { free(html) }
        return String(cString: html)
    }

    private static func parse(_ text: String, _ parser: OpaquePointer) -> OpaquePointer? {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        return cmark_parser_finish(parser)
    }

    /// Not “smart”: an option such as --all has to arrive as it was written. A single `~` stands for “about”.
    private static let options = CMARK_OPT_DEFAULT | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    private static let extensions = ["table", "strikethrough", "autolink"]
    /// They have to be made known once.
    private static let hasExtensions: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()

    /// Makes text of what looks like HTML: nobody who writes `<name>` wants it gone.
    private static func keepLetters(in document: OpaquePointer) {
        guard let walk = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(walk) }
        while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
            guard let node = cmark_iter_get_node(walk) else { return }
            let kind = cmark_node_get_type(node)
            if event == CMARK_EVENT_EXIT, kind == CMARK_NODE_LINK { takeApart(node) }
            guard kind == CMARK_NODE_HTML_INLINE || kind == CMARK_NODE_HTML_BLOCK,
                let text = cmark_node_new(CMARK_NODE_TEXT)
            else { continue }
            cmark_node_set_literal(text, cmark_node_get_literal(node))
            if kind == CMARK_NODE_HTML_INLINE {
                cmark_node_replace(node, text)
            } else if let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH) {
                cmark_node_append_child(paragraph, text)
                cmark_node_replace(node, paragraph)
            }
            // Leaves may be taken out as they are met.
            cmark_node_free(node)
        }
    }

    /// A bare address of anything but a page or mail stays the letters that it is.
    private static func takeApart(_ link: OpaquePointer) {
        let target = cmark_node_get_url(link).map { String(cString: $0) }?.lowercased() ?? ""
        guard target.hasPrefix("ftp:") || target.hasPrefix("xmpp:") else { return }
        while let part = cmark_node_first_child(link) { cmark_node_insert_before(link, part) }
        cmark_node_unlink(link)
        cmark_node_free(link)
    }

    /// The two dashes above a signature would make a heading of the line before them; in a paragraph of their own with it
    /// they are what programs know a signature by.
    private static func body(of text: String) -> String {
        text.replacing("\n-- \n", with: "\n\n-- \n")
    }
}

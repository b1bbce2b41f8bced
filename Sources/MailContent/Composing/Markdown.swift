private import CMark
private import Foundation

/// Renders Markdown as HTML for mail, by Debian's cmark-gfm: CommonMark 0.29 with GitHub's tables, strikethrough and autolinks. HTML in
/// the text is shown as text, and links to anything but pages and mail are removed. Quoted and forwarded text is not Markdown and is
/// shown literally, so that it can neither load a picture nor change the label of a link.
public enum Markdown {
    public static func html(of text: String) -> String {
        let runs = MarkdownRun.runs(of: text)
        // A reference link and its definition may be in different runs, with a quote between.
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

    /// Without “smart” punctuation: an option such as --all must arrive as typed. A single `~` means “about”.
    private static let options = CMARK_OPT_DEFAULT | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    private static let extensions = ["table", "strikethrough", "autolink"]
    /// Registers the extensions, once per process.
    private static let hasExtensions: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()

    /// Turns HTML nodes into text: nobody who types `<name>` wants it to vanish.
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
            // The iterator allows the removal of a leaf while it is the current node.
            cmark_node_free(node)
        }
    }

    /// Turns an autolink to anything but a page or mail back into plain text.
    private static func takeApart(_ link: OpaquePointer) {
        let target = cmark_node_get_url(link).map { String(cString: $0) }?.lowercased() ?? ""
        guard target.hasPrefix("ftp:") || target.hasPrefix("xmpp:") else { return }
        while let part = cmark_node_first_child(link) { cmark_node_insert_before(link, part) }
        cmark_node_unlink(link)
        cmark_node_free(link)
    }

    /// Separates the signature delimiter from the text before it, which the two dashes would turn into a heading. In a paragraph of their
    /// own, they mark the signature as mail programs expect.
    private static func body(of text: String) -> String {
        text.replacing("\n-- \n", with: "\n\n-- \n")
    }
}

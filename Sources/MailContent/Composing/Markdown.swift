private import CMark
private import Foundation

/// Markdown (CommonMark 0.30) as HTML for mail, by Debian's cmark. HTML within the text stays letters, and links to
/// anything but pages and mail are left out. What others wrote, quoted or forwarded, is shown letter by letter: it is no Markdown, and what stands
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
        // Not “smart”: an option such as --all has to arrive as it was written.
        let document = body.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                cmark_parse_document(chars.baseAddress, chars.count, CMARK_OPT_DEFAULT)
            }
        }
        guard let document else { return "" }
        defer { cmark_node_free(document) }
        linkAddresses(in: document)
        keepLetters(in: document)
        guard let html = cmark_render_html(document, CMARK_OPT_HARDBREAKS) else { return "" }
        defer { free(html) }
        return String(cString: html)
    }

    /// Makes links of the addresses that stand in the text as they are, which CommonMark leaves alone.
    private static func linkAddresses(in document: OpaquePointer) {
        // An address with an underscore comes in pieces.
        cmark_consolidate_text_nodes(document)
        guard let walk = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(walk) }
        var depth = 0
        while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
            guard let node = cmark_iter_get_node(walk) else { return }
            let kind = cmark_node_get_type(node)
            if kind == CMARK_NODE_LINK || kind == CMARK_NODE_IMAGE {
                depth += event == CMARK_EVENT_ENTER ? 1 : -1
            } else if kind == CMARK_NODE_TEXT, depth == 0 {
                linkAddresses(of: node)
            }
        }
    }

    private static func linkAddresses(of node: OpaquePointer) {
        guard let literal = cmark_node_get_literal(node) else { return }
        var links: [StyledText.Link] = []
        let text = String(cString: literal)
        let runs = PlainLinks.runs(of: text[...], style: StyledText.Style(), links: &links)
        guard !links.isEmpty else { return }
        for run in runs {
            guard let part = cmark_node_new(CMARK_NODE_TEXT) else { continue }
            cmark_node_set_literal(part, run.text)
            if let index = run.link, let link = cmark_node_new(CMARK_NODE_LINK) {
                cmark_node_set_url(link, links[index].target)
                cmark_node_append_child(link, part)
                cmark_node_insert_before(node, link)
            } else {
                cmark_node_insert_before(node, part)
            }
        }
        cmark_node_unlink(node)
        cmark_node_free(node)
    }

    /// Makes text of what looks like HTML: nobody who writes `<name>` wants it gone.
    private static func keepLetters(in document: OpaquePointer) {
        guard let walk = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(walk) }
        while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
            guard let node = cmark_iter_get_node(walk) else { return }
            let kind = cmark_node_get_type(node)
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

    /// The two dashes above a signature would make a heading of the line before them; in a paragraph of their own with it
    /// they are what programs know a signature by.
    private static func body(of text: String) -> String {
        text.replacing("\n-- \n", with: "\n\n-- \n")
    }
}

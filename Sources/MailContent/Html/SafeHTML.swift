/// Removes everything active from HTML: scripts, forms, frames, style sheets, event handlers and links to anything but http, https
/// and mailto. The words and most of the styling stay.
package enum SafeHTML {
    package static func cleaned(_ html: String) -> String {
        let writer = SafeHTMLWriter()
        HTMLParser.parse(HTMLGuard(html).html, for: writer)
        return writer.html
    }

    /// Escapes a text so that no part of it is markup, wherever it stands. By byte: a letter that joins the next one, such as U+0D4E, would
    /// make a bracket part of a different `Character`.
    package static func escaped(_ text: String) -> String {
        var html: [UInt8] = []
        html.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): html += "&amp;".utf8
            case UInt8(ascii: "<"): html += "&lt;".utf8
            case UInt8(ascii: ">"): html += "&gt;".utf8
            case UInt8(ascii: "\""): html += "&quot;".utf8
            default: html.append(byte)
            }
        }
        return String(decoding: html, as: UTF8.self)
    }
}

/// Writes the elements and attributes known to be harmless, only the text of all others, and nothing of skipped ones.
private final class SafeHTMLWriter: HTMLVisitor {
    private(set) var html = ""
    let isDone = false
    /// The number of open elements whose content is left out.
    private var skipped = 0

    func begin(_ name: String, _ attributes: [String: String]) {
        if HTMLNames.of(name).isSkipped { skipped += 1 }
        guard skipped == 0, Self.elements.contains(name) || Self.empty.contains(name) else { return }
        html += "<\(name)"
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            guard let safe = Self.safe(key, value) else { continue }
            html += " \(key)=\"\(SafeHTML.escaped(safe))\""
        }
        html += ">"
    }

    func end(_ name: String) {
        if HTMLNames.of(name).isSkipped { skipped = max(0, skipped - 1) }
        guard skipped == 0, Self.elements.contains(name) else { return }
        html += "</\(name)>"
    }

    func text(_ text: String) {
        if skipped == 0 { html += SafeHTML.escaped(text) }
    }

    /// Returns the part of an attribute that is safe; `nil` when none is.
    private static func safe(_ name: String, _ value: String) -> String? {
        switch name {
        case "href": LinkCheck.target(of: value)
        case "src": value.lowercased().hasPrefix("cid:") ? value : LinkCheck.target(of: value)
        case "style": isHarmless(style: value) ? value : nil
        default: attributes.contains(name) ? value : nil
        }
    }

    /// Whether declarations load nothing, and hide nothing behind an escape.
    private static func isHarmless(style: String) -> Bool {
        let text = style.lowercased()
        return !["url", "expression", "import", "binding", "behavior", "script", "\\", "/*", "position"].contains {
            text.contains($0)
        }
    }

    private static let elements: Set<String> = [
        "a", "abbr", "address", "article", "b", "bdi", "bdo", "big", "blockquote", "caption", "center", "cite", "code",
        "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "font", "footer", "h1", "h2",
        "h3", "h4", "h5", "h6", "header", "i", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp",
        "section", "small", "span", "strike", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead",
        "tr", "tt", "u", "ul", "var",
    ]
    /// Elements without content, and so without an end tag.
    private static let empty: Set<String> = ["br", "col", "hr", "img", "wbr"]
    private static let attributes: Set<String> = [
        "align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "class", "color", "colspan", "dir",
        "face", "height", "hspace", "lang", "nowrap", "rowspan", "size", "span", "start", "title", "type", "valign",
        "vspace", "width",
    ]
}

/// What the name of an element implies for its text.
struct HTMLNames {
    /// Whether neither the element nor its content is text.
    var isSkipped = false
    var separation: HTMLElement.Separation = .none
    var style: StyledText.Style = []
    var isPreformatted = false

    static func of(_ name: String) -> HTMLNames {
        known[name] ?? HTMLNames()
    }

    private static let known: [String: HTMLNames] = {
        var table: [String: HTMLNames] = [:]
        for name in skipped { table[name, default: HTMLNames()].isSkipped = true }
        for name in lines { table[name, default: HTMLNames()].separation = .line }
        for name in paragraphs { table[name, default: HTMLNames()].separation = .paragraph }
        for (name, style) in styles { table[name, default: HTMLNames()].style = style }
        for name in ["pre", "listing", "xmp", "textarea"] { table[name, default: HTMLNames()].isPreformatted = true }
        return table
    }()

    /// Without video, audio and objects: their content is a fallback for programs that can't show them, and is read. Formulas and drawings
    /// are skipped because `Formula` and `Drawing` read them.
    private static let skipped = [
        "script", "style", "title", "applet", "iframe", "frame", "frameset", "noframes", "svg", "math", "canvas",
        "template", "datalist",
    ]
    private static let paragraphs = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "dl", "form", "fieldset", "figure",
        "listing", "xmp", "menu", "dir",
    ]
    /// Without cells and rows: tables keep their own lines until they end.
    private static let lines = [
        "div", "section", "article", "header", "footer", "nav", "main", "aside", "center", "address", "li", "dt", "dd",
        "caption", "legend", "details", "summary", "hr", "body", "html", "figcaption", "optgroup", "hgroup", "table",
        "area",
    ]
    private static let styles: [String: StyledText.Style] = [
        "b": .bold, "strong": .bold, "th": .bold, "dt": .bold, "summary": .bold, "legend": .bold,
        "i": .italic, "em": .italic, "cite": .italic, "var": .italic, "dfn": .italic, "address": .italic,
        "u": .underline, "ins": .underline,
        "s": .strike, "strike": .strike, "del": .strike,
        "code": .code, "tt": .code, "kbd": .code, "samp": .code, "pre": .code, "listing": .code, "xmp": .code,
        "h1": [.heading, .bold], "h2": [.heading, .bold], "h3": [.heading, .bold], "h4": [.heading, .bold],
        "h5": [.heading, .bold], "h6": [.heading, .bold],
    ]
}

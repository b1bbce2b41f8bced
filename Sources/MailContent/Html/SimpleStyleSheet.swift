/// The rules of `style` elements whose selector is one element, class or id: enough to see what a sender hides by them.
/// All else, media queries with a condition included, has no effect.
struct SimpleStyleSheet {
    private static let maximumRules = 1_000
    private static let maximumSize = 256 << 10

    private var rules: [String: InlineStyle] = [:]
    private var size = 0

    /// Set when there are rules that can't be followed here, so that a class may mean more than is known.
    private(set) var hasOtherRules = false

    mutating func add(_ text: String) {
        size += text.utf8.count
        guard size <= Self.maximumSize else {
            hasOtherRules = true
            return
        }
        // Sheets for programs older than they are stand in a comment of HTML, which is none here (CSS Syntax §4.3.1).
        let text = text.replacing("<!--", with: " ").replacing("-->", with: " ")
        var rest = CSSDeclarations.plain(text)[...]
        while let open = rest.firstIndex(of: "{") {
            guard rules.count < Self.maximumRules else {
                hasOtherRules = true
                return
            }
            let selectors = String(rest[..<open]).trimmingBlanks()
            rest = rest[rest.index(after: open)...]
            // What is for every screen is for this one.
            if Self.everywhere.contains(selectors.split(separator: " ").joined(separator: " ")) {
                let inner = rest
                rest = Self.afterBlock(rest)
                add(String(inner[..<rest.startIndex].dropLast()))
                continue
            }
            if selectors.hasPrefix("@"), !selectors.hasPrefix("@font-face"), !selectors.hasPrefix("@page") {
                hasOtherRules = true
                rest = Self.afterBlock(rest)
                continue
            }
            let close = rest.firstIndex(of: "}") ?? rest.endIndex
            add(selectors, InlineStyle(String(rest[..<close])))
            rest = close == rest.endIndex ? rest[close...] : rest[rest.index(after: close)...]
        }
    }

    private static let everywhere: Set<String> = [
        "@media all", "@media screen", "@media only screen", "@media only all",
    ]

    /// What the sheet says of an element, its id before its classes before its name.
    func style(of name: String, _ attributes: [String: String]) -> InlineStyle? {
        guard !rules.isEmpty else { return nil }
        var keys = ["*", name]
        for entry in (attributes["class"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).prefix(16) {
            keys.append("." + entry)
            keys.append(name + "." + entry)
        }
        if let id = attributes["id"]?.lowercased() { keys += ["#" + id, name + "#" + id] }
        let found = keys.compactMap { rules[$0] }
        return found.isEmpty ? nil : found.reduce(InlineStyle()) { $1.over($0) }
    }

    private mutating func add(_ selectors: String, _ style: InlineStyle) {
        guard style != InlineStyle() else { return }
        for selector in selectors.split(separator: ",").prefix(50) {
            let selector = String(selector).trimmingBlanks()
            guard !selector.isEmpty, selector.allSatisfy({ $0.isLetter || $0.isNumber || ".#-_*".contains($0) }) else {
                hasOtherRules = true
                continue
            }
            rules[selector] = rules[selector].map { style.over($0) } ?? style
        }
    }

    private static func afterBlock(_ text: Substring) -> Substring {
        var depth = 1
        var index = text.startIndex
        while index < text.endIndex, depth > 0 {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            index = text.index(after: index)
        }
        return text[index...]
    }
}

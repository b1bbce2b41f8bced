/// A formula in MathML as one line of text: `(a + b)/2`, `x²`, `√(x + 1)`.
struct Formula {
    /// How a part joins its neighbours: a word has blanks around it.
    fileprivate enum Kind { case plain, word, sign }

    fileprivate struct Part {
        var text: String
        var kind: Kind
    }

    fileprivate struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
        var parts: [Part] = []
    }

    private static let longestText = 10_000

    private var open: [Element]
    private var size = 0
    /// The sender's alternative text.
    private let words: String?
    /// Whether the formula stands on lines of its own.
    let standsAlone: Bool

    init(_ attributes: [String: String]) {
        words = attributes["alttext"]?.trimmingBlanks()
        standsAlone = attributes["display"] == "block"
        open = [Element(name: "math", attributes: attributes)]
    }

    /// Handles the start of an element in the formula.
    mutating func begin(_ name: String, _ attributes: [String: String]) {
        open.append(Element(name: name, attributes: attributes))
    }

    /// Handles the end of the innermost element.
    mutating func end() {
        guard open.count > 1 else { return }
        var element = open.removeLast()
        Self.takeLooseText(of: &element)
        guard !Self.unread.contains(element.name) else { return }
        let part = Self.part(element)
        if !part.text.isEmpty || Self.isPlaceholder(element.name) { open[open.count - 1].parts.append(part) }
    }

    mutating func add(_ text: String) {
        guard size < Self.longestText else { return }
        size += text.utf8.count
        open[open.count - 1].text += size < Self.longestText ? text : "…"
    }

    /// The formula as text, once its element has ended.
    var text: String {
        if let words, !words.isEmpty { return words }
        var whole = open[0]
        Self.takeLooseText(of: &whole)
        return Self.row(whole.parts).text
    }
}

private extension Formula {
    /// Elements that repeat the formula for programs, or only take up space.
    static let unread: Set<String> = ["annotation", "annotation-xml", "mphantom", "mspace"]
    static let tokens: Set<String> = ["mi", "mn", "mo", "ms", "mtext"]

    /// Whether an empty element keeps its place among its siblings: a fraction has two parts.
    static func isPlaceholder(_ name: String) -> Bool { name == "mrow" || name == "none" || tokens.contains(name) }

    /// Keeps text that stands where none is allowed.
    static func takeLooseText(of element: inout Element) {
        guard !tokens.contains(element.name) else { return }
        let text = element.text.withSingleBlanks
        if !text.isEmpty { element.parts.append(Part(text: text, kind: .word)) }
    }

    static func part(_ element: Element) -> Part {
        let parts = element.parts
        func at(_ index: Int) -> Part { index < parts.count ? parts[index] : Part(text: "", kind: .plain) }
        switch element.name {
        case "mi", "mn", "mo", "ms", "mtext": return token(element)
        case "mfrac":
            let below = group(at(1))
            return Part(text: below.isEmpty ? group(at(0)) : group(at(0)) + "/" + below, kind: .word)
        case "msqrt": return Part(text: "√" + group(row(parts)), kind: .plain)
        case "mroot": return Part(text: (small(at(1), .raised) ?? group(at(1))) + "√" + group(at(0)), kind: .plain)
        case "msup", "mover": return script(at(0), lower: nil, upper: at(1))
        case "msub", "munder": return script(at(0), lower: at(1), upper: nil)
        case "msubsup", "munderover": return script(at(0), lower: at(1), upper: at(2))
        case "mfenced": return fenced(parts, element.attributes)
        case "mtable": return Part(text: parts.map(\.text).joined(separator: "; "), kind: .plain)
        case "mtr", "mlabeledtr": return Part(text: parts.map(\.text).joined(separator: " "), kind: .plain)
        case "maction": return at(0)
        default: return row(parts)
        }
    }

    static func token(_ element: Element) -> Part {
        // Invisible operators: times, function application, a comma. An invisible plus becomes a blank, which keeps 2 and ½ apart.
        let seen = String(
            (element.text + element.parts.map(\.text).joined()).unicodeScalars.compactMap { scalar in
                switch scalar {
                case "\u{2061}", "\u{2062}", "\u{2063}": nil
                case "\u{2064}", "\u{A0}": " "
                default: Character(scalar)
                }
            })
        let text = seen.withSingleBlanks
        switch element.name {
        case "mo": return Part(text: text, kind: text.count > 1 && text.allSatisfy(\.isLetter) ? .word : .sign)
        case "mtext", "ms": return Part(text: text, kind: .word)
        case "mi": return Part(text: text, kind: text.count > 1 ? .word : .plain)
        default: return Part(text: text, kind: .plain)
        }
    }

    /// Joins parts in a row: `a + b`, but `-a`; `sin x`, but `2x`.
    static func row(_ parts: [Part]) -> Part {
        let parts = parts.filter { !$0.text.isEmpty }
        guard parts.count != 1 else { return parts[0] }
        var text = ""
        // The kind of the part before, where something may be joined to it.
        var before: Kind?
        for (index, part) in parts.enumerated() {
            if part.kind == .sign {
                let isBetween = before != nil && index + 1 < parts.count
                switch part.text {
                case _ where isBetween && joining.contains(part.text): text += " " + part.text + " "
                case "," where isBetween, ";" where isBetween: text += part.text + " "
                default: text += part.text
                }
                let ends = closing.contains(part.text) || part.text == "|" && before != nil
                before = ends ? .plain : nil
            } else {
                if let before, before == .word || part.kind == .word { text += " " }
                text += part.text
                before = part.kind
            }
        }
        return Part(text: text, kind: text.contains(" ") ? .word : .plain)
    }

    static let joining: Set<String> = [
        "=", "≠", "<", ">", "≤", "≥", "≪", "≫", "≈", "≡", "≅", "∼", "∝", ":=", "+", "-", "−", "±", "∓", "×", "·", "⋅",
        "÷", "*", "→", "←", "↔", "⇒", "⇐", "⇔", "↦", "∈", "∉", "⊂", "⊃", "⊆", "⊇", "∪", "∩", "∧", "∨", "∖", "⊕", "⊗",
        "∘",
    ]
    static let closing: Set<String> = [")", "]", "}", "⟩", "⌋", "⌉", "!", "%", "′"]

    /// Returns a base with its subscript and superscript, in small characters where Unicode has them.
    static func script(_ base: Part, lower: Part?, upper: Part?) -> Part {
        var text = base.kind == .sign ? base.text : group(base)
        if let lower, !lower.text.isEmpty { text += small(lower, .lowered) ?? "_" + group(lower) }
        if let upper, !upper.text.isEmpty {
            // Primes and accents.
            text +=
                upper.kind == .sign && !"+-−".contains(upper.text)
                ? upper.text : small(upper, .raised) ?? "^" + group(upper)
        }
        return Part(text: text, kind: base.kind == .plain ? .plain : .word)
    }

    static func small(_ part: Part, _ level: HTMLElement.Level) -> String? {
        part.text.replacing(" ", with: "").small(level)
    }

    static func fenced(_ parts: [Part], _ attributes: [String: String]) -> Part {
        let signs = Array((attributes["separators"] ?? ",").filter { !$0.isWhitespace }.prefix(10))
        var text = attributes["open"] ?? "("
        for (index, part) in parts.enumerated() {
            if index > 0, let sign = index <= signs.count ? signs[index - 1] : signs.last { text += "\(sign) " }
            text += part.text
        }
        return Part(text: text + (attributes["close"] ?? ")"), kind: .plain)
    }

    /// Returns the text of a part, in brackets where it would not hold together without them.
    static func group(_ part: Part) -> String {
        let isOne = part.text.allSatisfy { $0.isLetter || $0.isNumber || ".,′∞".contains($0) }
        return isOne || isBracketed(part.text) ? part.text : "(" + part.text + ")"
    }

    static func isBracketed(_ text: String) -> Bool {
        guard text.first == "(", text.last == ")" else { return false }
        var depth = 0
        for letter in text.dropLast() {
            if letter == "(" { depth += 1 } else if letter == ")" { depth -= 1 }
            if depth == 0 { return false }
        }
        return true
    }
}

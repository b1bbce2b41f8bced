/// What a reader makes of CSS: whether text is hidden, a few styles, and colours so far as they hide text.
struct InlineStyle: Equatable {
    var isHidden = false
    /// Letters too small to be seen, or a size that can be seen again within such; nil for what says neither.
    var isTiny: Bool?
    var isBold: Bool?
    var isItalic: Bool?
    var isUnderlined = false
    var alignsRight: Bool?
    /// `mso-list: Ignore`: the bullet or number that Word writes in front of an item.
    var isFiller = false
    /// `mso-list: l0 level2 lfo1`: an item of a list of Word's, at that level.
    var listLevel: Int?
    var isStruck = false
    var blanks: HTMLElement.Blanks?
    /// No room is kept above and below.
    var isTight: Bool?
    /// Room for about a line is kept above, or below, or there is a rule.
    var isSpacedAbove = false
    var isSpacedBelow = false
    /// A frame around it was taken away: mail programs indent with a quote that has none.
    var hasNoBorder = false
    var color: TextColor?
    var background: Background?

    enum Background: Equatable {
        case plain(TextColor)
        /// A picture or something else that text may well be seen on.
        case unknown
    }

    init() {}

    /// - Parameter css: declarations, as in a `style` attribute.
    init(_ css: String) {
        var sizes: [String: Double] = [:]
        var words: [String: String] = [:]
        for (name, value) in CSSDeclarations.pairs(css) {
            words[name] = value
            if let length = CSSDeclarations.pixels(value) { sizes[name] = length }
            apply(name, value)
        }
        if Self.hides(words, sizes) { isHidden = true }
        isSpacedAbove = Self.room(words, sizes, "top", 0) >= 12 || words["border-top"]?.contains("solid") == true
        isSpacedBelow = Self.room(words, sizes, "bottom", 2) >= 12
    }

    /// This one where it says something, else `other`: what an element's own style adds to its classes'.
    func over(_ other: InlineStyle) -> InlineStyle {
        var merged = other
        merged.isHidden = isHidden || other.isHidden
        merged.isTiny = isTiny ?? other.isTiny
        merged.listLevel = listLevel ?? other.listLevel
        merged.isBold = isBold ?? other.isBold
        merged.isItalic = isItalic ?? other.isItalic
        merged.isUnderlined = isUnderlined || other.isUnderlined
        merged.isStruck = isStruck || other.isStruck
        merged.alignsRight = alignsRight ?? other.alignsRight
        merged.isFiller = isFiller || other.isFiller
        merged.blanks = blanks ?? other.blanks
        merged.isTight = isTight ?? other.isTight
        merged.isSpacedAbove = isSpacedAbove || other.isSpacedAbove
        merged.isSpacedBelow = isSpacedBelow || other.isSpacedBelow
        merged.hasNoBorder = hasNoBorder || other.hasNoBorder
        merged.color = color ?? other.color
        merged.background = background ?? other.background
        return merged
    }
}

private extension InlineStyle {
    mutating func apply(_ name: String, _ value: String) {
        switch name {
        case "font-weight": isBold = value == "bold" || value == "bolder" || (Int(value) ?? 0) >= 600
        case "font-style": isItalic = value == "italic" || value == "oblique"
        case "text-decoration", "text-decoration-line":
            if value.contains("line-through") { isStruck = true }
            if value.contains("underline") { isUnderlined = true }
        case "white-space":
            blanks = value == "pre" ? .kept : value.hasPrefix("pre") || value == "break-spaces" ? .wrapped : .collapsed
        case "margin": isTight = Self.isFlat(value.split(separator: " "))
        case "margin-top", "margin-bottom": isTight = (isTight ?? true) && Self.isFlat([value[...]])
        case "border", "border-left": hasNoBorder = value.hasPrefix("none") || value == "0" || value == "0px"
        case "text-align": alignsRight = value == "right" || value == "end"
        case "mso-list":
            isFiller = value == "ignore"
            let level = value.split(separator: " ").first { $0.hasPrefix("level") }
            listLevel = level.flatMap { Int($0.dropFirst(5)) }.map { min(9, max(1, $0)) }
        case "font-size": isTiny = Self.isTiny(value)
        case "font": isTiny = Self.size(inFont: value).flatMap(Self.isTiny)
        case "color": color = TextColor(css: value)
        case "background-color": background = TextColor(css: value).map(Background.plain) ?? background
        case "background-image": if value != "none" { background = .unknown }
        case "background": readBackground(value)
        default: break
        }
    }

    /// The size stands before the families, with the height of a line behind a slash.
    static func size(inFont value: String) -> String? {
        value.split(separator: " ").lazy.map { String($0.prefix { $0 != "/" }) }
            // Three digits alone are a weight.
            .first { CSSDeclarations.pixels($0) != nil && !($0.count == 3 && $0.allSatisfy(\.isNumber)) }
    }

    /// Nil for a size that depends on the one around it.
    static func isTiny(_ value: String) -> Bool? {
        guard let size = CSSDeclarations.pixels(value) else {
            return ["medium", "small", "large"].contains { value.hasSuffix($0) } ? false : nil
        }
        if size <= 1.5 { return true }
        return value.hasSuffix("%") || value.hasSuffix("em") && !value.hasSuffix("rem") ? nil : false
    }

    /// Pixels of margin and padding at a side, which is the first or third of four.
    static func room(_ words: [String: String], _ sizes: [String: Double], _ side: String, _ place: Int) -> Double {
        ["margin", "padding"].reduce(0) { sum, name in
            if let own = sizes["\(name)-\(side)"] { return sum + own }
            let all = words[name]?.split(separator: " ") ?? []
            return sum
                + ((all.count > place ? all[place] : all.first).flatMap { CSSDeclarations.pixels(String($0)) } ?? 0)
        }
    }

    /// Whether the margins above and below are nothing; those at the sides don't count.
    static func isFlat(_ margins: [Substring]) -> Bool {
        let vertical = margins.count > 2 ? [margins[0], margins[2]] : Array(margins.prefix(1))
        return vertical.allSatisfy { (CSSDeclarations.pixels(String($0)) ?? 10) < 2 }
    }

    mutating func readBackground(_ value: String) {
        if value.contains("url(") || value.contains("gradient") {
            background = .unknown
        } else {
            background = value.split(separator: " ").lazy.compactMap { TextColor(css: String($0)) }.first.map(
                Background.plain)
        }
    }

    static func hides(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        if words["display"] == "none" { return true }
        if let visibility = words["visibility"], visibility == "hidden" || visibility == "collapse" { return true }
        if words["content-visibility"] == "hidden" { return true }
        if let opacity = words["opacity"].flatMap(CSSDeclarations.share), opacity < 0.05 { return true }
        if let indent = sizes["text-indent"], indent < -400 { return true }
        if ["color", "-webkit-text-fill-color"].contains(where: { words[$0].map(TextColor.isClear) ?? false }) {
            return true
        }
        if isScaledAway(words) { return true }
        return isOffScreen(words, sizes) || isClipped(words, sizes)
    }

    static func isOffScreen(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        if words["position"] == "absolute" || words["position"] == "fixed" || words["position"] == "relative" {
            for side in ["left", "top", "right", "bottom"] where abs(sizes[side] ?? 0) > 900 { return true }
        }
        for side in ["margin-left", "margin-top"] where (sizes[side] ?? 0) < -900 { return true }
        return words["transform"].map { $0.contains("-9999") } ?? false
    }

    static func isScaledAway(_ words: [String: String]) -> Bool {
        if ["scale", "zoom"].contains(where: { words[$0].flatMap(CSSDeclarations.share).map { $0 < 0.05 } ?? false }) {
            return true
        }
        guard let transform = words["transform"], let scale = transform.firstRange(of: "scale") else { return false }
        let inner = transform[scale.upperBound...].drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
        return inner.split { $0 == "," || $0 == " " }.contains {
            CSSDeclarations.share(String($0)).map { abs($0) < 0.05 } ?? false
        }
    }

    static func isClipped(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        if words["position"] == "absolute", let clip = words["clip"] {
            let digits = clip.filter(\.isNumber)
            if clip.hasPrefix("rect("), digits.allSatisfy({ $0 == "0" || $0 == "1" }) { return true }
        }
        if let path = words["clip-path"],
            path.contains("inset(50%") || path.contains("inset(100%") || path.contains("circle(0")
        {
            return true
        }
        if let path = words["clip-path"], path.hasPrefix("polygon("), path.filter(\.isNumber).allSatisfy({ $0 == "0" })
        {
            return true
        }
        let overflows = ["overflow", "overflow-x", "overflow-y"].compactMap { words[$0] }
        guard overflows.contains(where: { $0 == "hidden" || $0 == "clip" }) else {
            return sizes["max-height"] == 0 && sizes["font-size"] == 0
        }
        return ["height", "width", "max-height", "max-width"].contains { (sizes[$0] ?? 100) <= 1 }
    }
}

/// What a reader takes from CSS: whether text is hidden, a few styles, and colours as far as they hide text.
struct InlineStyle: Equatable {
    /// Whether the element is displayed at all; `nil` when nothing is declared.
    var display: Display?
    /// Whether anything other than `display` makes it invisible.
    var isUnseen = false
    /// Whether lines have no height and overflow is cut off; `nil` when the declarations don't tell.
    var isFlattened: Bool?
    /// Whether letters are too small to be seen. False makes letters visible again within tiny ones; `nil` leaves their size as it is.
    var isTiny: Bool?
    var isBold: Bool?
    var isItalic: Bool?
    var isUnderlined = false
    var alignsRight: Bool?
    /// `mso-list: Ignore`: the bullet or number that Word writes in front of an item.
    var isFiller = false
    /// `mso-list: l0 level2 lfo1`: the level of an item in one of Word's lists.
    var listLevel: Int?
    /// Whether items of a list have bullets or numbers.
    var hasMarkers: Bool?
    var isStruck = false
    var blanks: HTMLElement.Blanks?
    /// Whether there is no space above and below.
    var isTight: Bool?
    /// Whether there is about a line of space above, or a border; `isSpacedBelow` is for the space below.
    var isSpacedAbove = false
    var isSpacedBelow = false
    /// Whether the border is removed: mail programs indent with a borderless quote.
    var hasNoBorder = false
    var color: TextColor?
    /// Whether there is a colour that can't be determined.
    var hasUnknownColor = false
    /// Whether the colour is the fill colour of the letters, which takes precedence over `color`.
    private var isFilled = false
    var background: Background?

    struct Display: Equatable {
        var isNone = false
        var isImportant = false
    }

    var isHidden: Bool { isUnseen || display?.isNone == true }
    var hasColors: Bool { color != nil || hasUnknownColor || background != nil }

    enum Background: Equatable {
        case plain(TextColor)
        /// A picture or anything else on which text may well be visible.
        case unknown
    }

    init() {}

    /// - Parameters:
    ///   - css: declarations, as in a `style` attribute.
    ///   - variables: custom properties of the page, with their values.
    init(_ css: String, variables: [String: String]) {
        var sizes: [String: Double] = [:]
        var words: [String: String] = [:]
        var important: Set<String> = []
        let pairs = CSSDeclarations.pairs(css)
        let own = css.contains("--") ? pairs.filter { $0.name.hasPrefix("--") } : []
        for (name, written, isImportant) in pairs where !name.hasPrefix("--") {
            guard isImportant || !important.contains(name) else { continue }
            let value = Self.resolved(written, variables, own)
            // An invalid value leaves the declaration before it in effect.
            guard Self.isUnderstood(name, value) else { continue }
            if isImportant { important.insert(name) }
            words[name] = value
            sizes[name] = CSSDeclarations.pixels(value)
            apply(name, value)
        }
        if let display = words["display"] {
            self.display = Display(isNone: display == "none", isImportant: important.contains("display"))
        }
        isUnseen = Self.hides(words, sizes)
        isFlattened = Self.flattens(words, sizes)
        isSpacedAbove = Self.room(words, sizes, "top", 0) >= 12 || words["border-top"]?.contains("solid") == true
        isSpacedBelow = Self.room(words, sizes, "bottom", 2) >= 12
    }

    private static func resolved(
        _ value: String, _ variables: [String: String], _ own: [(name: String, value: String, isImportant: Bool)]
    ) -> String {
        guard value.contains("var(") else { return value }
        var value = value
        for _ in 0..<8 {
            guard let start = value.firstRange(of: "var("), let close = value[start.upperBound...].matchingBracket
            else {
                return value
            }
            let inner = value[start.upperBound..<close].split(separator: ",", maxSplits: 1)
            let name = inner.first.map { String($0).trimmingBlanks() } ?? ""
            let fallback = inner.count > 1 ? String(inner[1]).trimmingBlanks() : nil
            guard let known = own.last(where: { $0.name == name })?.value ?? variables[name] ?? fallback,
                value.utf8.count + known.utf8.count < 1_000
            else { return value }
            value.replaceSubrange(start.lowerBound...close, with: known)
        }
        return value
    }

    /// Whether a value is valid; checked only for properties by which a sender might hide something.
    private static func isUnderstood(_ name: String, _ value: String) -> Bool {
        switch name {
        case "display": displays.contains(value)
        case "opacity": CSSDeclarations.share(value) != nil
        case "visibility": ["visible", "hidden", "collapse", "inherit", "initial", "unset"].contains(value)
        case "font-size":
            CSSDeclarations.pixels(value) != nil || value.contains("(") || fontSizes.contains(value)
        case "height", "width", "max-height", "max-width", "line-height":
            CSSDeclarations.pixels(value) != nil || value.allSatisfy { $0.isLetter || $0 == "-" } || value.contains("(")
        default: true
        }
    }

    private static let fontSizes: Set<String> = [
        "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "smaller", "larger",
        "inherit", "initial", "unset", "revert", "revert-layer",
    ]
    private static let displays: Set<String> = [
        "none", "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "table",
        "inline-table", "table-row", "table-cell", "table-row-group", "table-header-group", "table-footer-group",
        "table-column", "table-column-group", "table-caption", "list-item", "contents", "flow-root", "flow",
        "initial", "inherit", "unset", "revert", "revert-layer", "-webkit-box", "-webkit-inline-box", "-webkit-flex",
        "-webkit-inline-flex", "run-in", "ruby", "math",
    ]
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
        case "list-style", "list-style-type":
            hasMarkers = !value.split(separator: " ").contains("none") || value.contains("url(")
        case "mso-list":
            isFiller = value == "ignore"
            let level = value.split(separator: " ").first { $0.hasPrefix("level") }
            listLevel = level.flatMap { Int($0.dropFirst(5)) }.map { min(9, max(1, $0)) }
        case "font-size": isTiny = Self.isTiny(value)
        case "font": isTiny = Self.size(inFont: value).flatMap(Self.isTiny)
        case "color": if !isFilled { readColor(value) }
        case "-webkit-text-fill-color":
            readColor(value)
            isFilled = color != nil || hasUnknownColor
        case "background-color":
            background =
                TextColor(css: value).map(Background.plain)
                ?? (value.contains("(") && !TextColor.isClear(value)
                    ? .unknown : background)
        case "background-image": if value != "none" { background = .unknown }
        case "background": readBackground(value)
        default: break
        }
    }

    /// Returns the size in a `font` shorthand. It precedes the families, with the line height behind a slash.
    static func size(inFont value: String) -> String? {
        value.split(separator: " ").lazy.map { String($0.prefix { $0 != "/" }) }
            // A number of just three digits is a weight.
            .first { CSSDeclarations.pixels($0) != nil && !($0.count == 3 && $0.allSatisfy(\.isNumber)) }
    }

    /// Whether a font size is too small to be seen; `nil` when it depends on the size around it.
    static func isTiny(_ value: String) -> Bool? {
        guard let size = CSSDeclarations.pixels(value) else {
            return ["medium", "small", "large"].contains { value.hasSuffix($0) } ? false : nil
        }
        if size <= 1.5 { return true }
        return value.hasSuffix("%") || value.hasSuffix("em") && !value.hasSuffix("rem") ? nil : false
    }

    /// Returns the margin and padding at a side, in pixels. `place` is the side's index in a shorthand of four values.
    static func room(_ words: [String: String], _ sizes: [String: Double], _ side: String, _ place: Int) -> Double {
        ["margin", "padding"].reduce(0) { sum, name in
            if let own = sizes["\(name)-\(side)"] { return sum + own }
            let all = words[name]?.split(separator: " ") ?? []
            return sum
                + ((all.count > place ? all[place] : all.first).flatMap { CSSDeclarations.pixels(String($0)) } ?? 0)
        }
    }

    /// Whether the vertical margins are almost zero; those at the sides don't count.
    static func isFlat(_ margins: [Substring]) -> Bool {
        let vertical = margins.count > 2 ? [margins[0], margins[2]] : Array(margins.prefix(1))
        return vertical.allSatisfy { (CSSDeclarations.pixels(String($0)) ?? 10) < 2 }
    }

    mutating func readColor(_ value: String) {
        color = TextColor(css: value)
        hasUnknownColor = color == nil && value.contains("(")
    }

    mutating func readBackground(_ value: String) {
        if value.contains("url(") || value.contains("gradient") || value.contains("var(") {
            background = .unknown
        } else {
            let pieces = CSSTransform.values(value)
            background = pieces.lazy.compactMap { TextColor(css: $0) }.first.map(Background.plain)
            // A colour is there, but can't be determined.
            if background == nil, pieces.contains(where: { $0.contains("(") && !TextColor.isClear($0) }) {
                background = .unknown
            }
        }
    }
}

extension HTMLElement {
    private static let maximumIndent = 40
    private static let maximumQuotes = 100
    static let lists: Set<String> = ["ul", "ol", "menu", "dir"]
    /// Elements that newsletter programs separate by spacing alone.
    private static let frames: Set<String> = [
        "div", "section", "article", "header", "footer", "table", "td", "th",
    ]

    /// Creates an element with what it inherits from the one around it.
    init(_ element: CSSSelector.Element, within outer: HTMLElement, sheet: SimpleStyleSheet) {
        let (name, attributes) = (element.name, element.attributes)
        self.init(name: name)
        let known = HTMLNames.of(name)
        style = outer.style.union(known.style)
        separation = known.separation
        link = outer.link
        quoteDepth = outer.quoteDepth
        indent = outer.indent
        isInList = outer.isInList
        hasMarkers = outer.hasMarkers || Self.lists.contains(name)
        alignsRight = outer.alignsRight && name != "table"
        isFromRight = attributes["dir"].map { $0.trimmingBlanks().lowercased() == "rtl" } ?? outer.isFromRight
        isFiller = outer.isFiller
        blanks = outer.blanks
        level = name == "sup" ? .raised : name == "sub" ? .lowered : outer.level
        color = outer.color
        background = outer.background
        isRevealed = outer.isRevealed
        isTiny = outer.isTiny
        isFlattened = outer.isFlattened
        isHidden = outer.isHidden || attributes["hidden"] != nil || name == "dialog" && attributes["open"] == nil
        isSkipped = outer.isSkipped || known.isSkipped
        if known.isPreformatted { blanks = .kept }
        let css = Self.style(element, sheet)
        if let css { apply(css) }
        if css != nil || !attributes.isEmpty { applyColors(attributes, css, sheet) }
        applyLayout(attributes, css)
    }

    private static func style(_ element: CSSSelector.Element, _ sheet: SimpleStyleSheet) -> InlineStyle? {
        let own = element.attributes["style"].map { InlineStyle($0, variables: sheet.variables) }
        guard let general = sheet.style(of: element) else { return own }
        return own?.over(general) ?? general
    }

    private mutating func apply(_ css: InlineStyle) {
        if css.isHidden { isHidden = true }
        if let isTiny = css.isTiny { self.isTiny = isTiny }
        if let isFlattened = css.isFlattened { self.isFlattened = isFlattened }
        if let isBold = css.isBold { set(.bold, isBold) }
        if let isItalic = css.isItalic { set(.italic, isItalic) }
        if css.isUnderlined { style.insert(.underline) }
        if css.isStruck { style.insert(.strike) }
        if let blanks = css.blanks { self.blanks = blanks }
        if let alignsRight = css.alignsRight { self.alignsRight = alignsRight }
        if css.isFiller { isFiller = true }
        if let hasMarkers = css.hasMarkers { self.hasMarkers = hasMarkers }
    }

    private mutating func set(_ option: StyledText.Style, _ isOn: Bool) {
        if isOn { style.insert(option) } else { style.remove(option) }
    }

    /// Sets the colours. Text in the colour of its background is hidden.
    private mutating func applyColors(_ attributes: [String: String], _ css: InlineStyle?, _ sheet: SimpleStyleSheet) {
        if sheet.hasOtherRules, attributes["class"] != nil { background = .unknown }
        if let color = attributes["bgcolor"].flatMap(TextColor.init(attribute:)) { background = .plain(color) }
        if attributes["background"] != nil { background = .unknown }
        if let own = css?.background { background = own }
        if name == "body", let color = attributes["text"].flatMap(TextColor.init(attribute:)) { self.color = color }
        if name == "font", let color = attributes["color"].flatMap(TextColor.init(attribute:)) { self.color = color }
        if let css, css.color != nil || css.hasUnknownColor { color = css.color }
        if let color, case .plain(let behind) = background, color.isLike(behind) { isHidden = true }
    }

    private mutating func applyLayout(_ attributes: [String: String], _ css: InlineStyle?) {
        if let side = attributes["align"]?.lowercased(), name != "table" { alignsRight = side == "right" }
        if separation == .paragraph, css?.isTight == true { separation = .line }
        if let css, Self.frames.contains(name) {
            (isSpacedAbove, isSpacedBelow) = (css.isSpacedAbove, css.isSpacedBelow)
        }
        if let level = css?.listLevel, name == "p" || name == "div" {
            separation = .line
            indent += level * 2
        }
        // Only the outermost list is separated by empty lines.
        if name == "ul" || name == "ol" {
            if isInList { separation = .line }
            isInList = true
        }
        switch name {
        case "blockquote":
            if css?.hasNoBorder == true, attributes["type"] == nil { indent += 2 } else { quoteDepth += 1 }
        case "ul", "menu", "dir":
            list = .bullets
            if hasMarkers { indent += 2 }
        case "ol":
            list = Self.numbers(attributes)
            if hasMarkers { indent += 4 }
        case "dd": indent += 4
        default: break
        }
        indent = min(indent, Self.maximumIndent)
        quoteDepth = min(quoteDepth, Self.maximumQuotes)
    }

    private static func numbers(_ attributes: [String: String]) -> List {
        let start = ListNumber.said(attributes["start"])
        let isReversed = attributes["reversed"] != nil
        let kind = attributes["type"].flatMap { ListNumber(rawValue: $0.trimmingBlanks()) } ?? .digits
        return .numbers(next: start ?? 1, step: isReversed ? -1 : 1, kind: kind)
    }
}

// The ways in which a sender hides an element, apart from the size and colour of its letters.
extension InlineStyle {
    static func hides(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        if let visibility = words["visibility"], visibility == "hidden" || visibility == "collapse" { return true }
        if words["content-visibility"] == "hidden" { return true }
        if let opacity = words["opacity"].flatMap(CSSDeclarations.share), opacity < 0.05 { return true }
        if ["color", "-webkit-text-fill-color"].contains(where: { words[$0].map(TextColor.isClear) ?? false }) {
            if !isPainted(words) { return true }
        }
        if ["filter", "-webkit-filter"].contains(where: { words[$0].map(blurs) ?? false }) { return true }
        if isSqueezed(words, sizes) || isIndentedAway(words, sizes) { return true }
        return CSSTransform.hides(words) || isOffScreen(words) || isClipped(words, sizes)
    }

    /// Whether lines have no height while overflow is cut off.
    static func flattens(_ words: [String: String], _ sizes: [String: Double]) -> Bool? {
        guard let height = words["line-height"] else { return nil }
        guard let share = CSSDeclarations.share(height), share < 0.05 else { return false }
        let isOpen = ["height", "min-height", "padding-top", "padding-bottom"].contains { (sizes[$0] ?? 0) > 1 }
        return cutsOff(words) && !isOpen ? true : nil
    }
}

private extension InlineStyle {
    static func cutsOff(_ words: [String: String]) -> Bool {
        ["overflow", "overflow-x", "overflow-y"].contains { name in
            words[name]?.split(separator: " ").contains { $0 == "hidden" || $0 == "clip" } ?? false
        }
    }

    /// Whether transparent letters show the gradient behind them in a colour other than white.
    static func isPainted(_ words: [String: String]) -> Bool {
        guard ["background-clip", "-webkit-background-clip"].contains(where: { words[$0] == "text" }) else {
            return false
        }
        return ["background", "background-image"].contains { name in
            CSSTransform.functions(words[name] ?? "").contains { function in
                function.name.hasSuffix("gradient")
                    && function.values.contains { TextColor(css: $0).map { !$0.isLike(.white) } ?? false }
            }
        }
    }

    static func blurs(_ filter: String) -> Bool {
        CSSTransform.functions(filter).contains { function in
            guard let value = function.values.first else { return false }
            switch function.name {
            case "opacity": return CSSDeclarations.share(value).map { $0 < 0.05 } ?? false
            case "blur": return CSSDeclarations.pixels(value).map { $0 > 15 } ?? false
            default: return false
            }
        }
    }

    /// Whether all letters are drawn on top of each other.
    static func isSqueezed(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        guard let spacing = sizes["letter-spacing"], spacing < 0 else { return false }
        let isRelative = words["letter-spacing"]?.hasSuffix("em") == true
        let size = isRelative ? 16 : max(10, sizes["font-size"] ?? 16)
        return spacing <= -0.5 * size
    }

    static func isIndentedAway(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        guard let indent = words["text-indent"] else { return false }
        guard let share = CSSDeclarations.percentage(indent) else { return (sizes["text-indent"] ?? 0) < -400 }
        return share <= -1 || share >= 1 && cutsOff(words)
    }

    static func isOffScreen(_ words: [String: String]) -> Bool {
        if let position = words["position"], ["absolute", "fixed", "relative"].contains(position) {
            let inset = sides(words["inset"])
            for (index, side) in ["top", "right", "bottom", "left"].enumerated() {
                guard let value = words[side] ?? inset?[index] else { continue }
                if let share = CSSDeclarations.percentage(value) {
                    if share <= -1 || share >= 2 { return true }
                } else if let length = CSSDeclarations.pixels(value), length < -600 || length > 900 {
                    return true
                }
            }
        }
        let margin = sides(words["margin"])
        let padding = sides(words["padding"])
        for (index, side) in ["top", "left"].enumerated() {
            guard let value = words["margin-" + side] ?? margin?[index * 3] else { continue }
            let inner = (words["padding-" + side] ?? padding?[index * 3]).flatMap(CSSDeclarations.pixels) ?? 0
            // A colour across the whole width is drawn by a negative margin and a padding of the same size.
            if let share = CSSDeclarations.percentage(value) {
                if share <= -1 { return true }
            } else if let length = CSSDeclarations.pixels(value), length < -600, inner < -length / 2 {
                return true
            }
        }
        return false
    }

    /// Returns the values for top, right, bottom and left.
    static func sides(_ value: String?) -> [String]? {
        guard let values = value?.split(separator: " ").map(String.init), let top = values.first else { return nil }
        let right = values.count > 1 ? values[1] : top
        return [top, right, values.count > 2 ? values[2] : top, values.count > 3 ? values[3] : right]
    }

    static func isClipped(_ words: [String: String], _ sizes: [String: Double]) -> Bool {
        if words["position"] == "absolute" || words["position"] == "fixed", let clip = words["clip"] {
            let digits = clip.filter(\.isNumber)
            if clip.hasPrefix("rect("), digits.allSatisfy({ $0 == "0" || $0 == "1" }) { return true }
        }
        if let path = words["clip-path"] ?? words["-webkit-clip-path"], isNothing(path) { return true }
        let heights = ["height", "max-height"].compactMap { sizes[$0] }
        guard cutsOff(words) else {
            // A scrollable box without any height.
            let scrolls = ["overflow", "overflow-y"].contains { words[$0] == "auto" || words[$0] == "scroll" }
            return heights.contains(0) && (scrolls || sizes["max-height"] == 0 && sizes["font-size"] == 0)
        }
        return ["height", "width", "max-height", "max-width"].contains { (sizes[$0] ?? 100) <= 1 }
    }

    /// Whether a clipping shape is empty.
    static func isNothing(_ path: String) -> Bool {
        if path.hasPrefix("polygon(") { return path.filter(\.isNumber).allSatisfy { $0 == "0" } }
        for (name, values) in CSSTransform.functions(path) {
            switch name {
            case "circle", "ellipse":
                if let radius = values.first.flatMap(CSSDeclarations.pixels), radius < 0.5 { return true }
            case "inset":
                let values = values.prefix { $0 != "round" }
                guard let sides = sides(values.joined(separator: " ")) else { continue }
                let shares = sides.map { side in
                    CSSDeclarations.percentage(side) ?? (CSSDeclarations.pixels(side) ?? 0) / 600
                }
                if shares[0] + shares[2] > 0.97 || shares[1] + shares[3] > 0.97 { return true }
            default: continue
            }
        }
        return false
    }
}

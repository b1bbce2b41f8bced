/// Evaluates the conditions of style sheets for a wide, light screen; `nil` where the result is unknown.
enum StyleCondition {
    /// The assumed width of the screen in pixels: wide enough for all that isn't meant for a phone.
    private static let width = 1_000.0

    /// - Parameter rule: the text before the brace: `@media (min-width: 480px)`.
    static func holds(_ rule: String) -> Bool? {
        let name = rule.dropFirst().prefix { $0.isLetter || $0 == "-" }
        let condition = String(rule.dropFirst(name.count + 1)).trimmingBlanks()
        switch name {
        case "media": return media(condition)
        case "supports": return supports(condition)
        // The precedence of layers is ignored.
        case "layer", "scope": return true
        case "font-face", "page", "starting-style", "counter-style", "property": return false
        default: return nil
        }
    }

    /// - Parameter queries: as in `@media` or in the attribute `media`.
    static func media(_ queries: String) -> Bool? {
        var isKnown = true
        for query in queries.lowercased().split(separator: ",") {
            switch single(String(query).trimmingBlanks()) {
            case true?: return true
            case false?: break
            case nil: isKnown = false
            }
        }
        return queries.isAllBlank ? true : isKnown ? false : nil
    }

    private static func single(_ query: String) -> Bool? {
        var words = query.replacing("(", with: " (").split(separator: " ", omittingEmptySubsequences: true)[...]
        if words.first == "only" { words = words.dropFirst() }
        let isNot = words.first == "not"
        if isNot { words = words.dropFirst() }
        var result: Bool? = true
        if let type = words.first, !type.hasPrefix("(") {
            result = type == "all" || type == "screen"
            words = words.dropFirst()
        }
        for feature in words.joined(separator: " ").replacing(" and ", with: "\n").split(separator: "\n") {
            let feature = feature.hasPrefix("and ") ? feature.dropFirst(4) : feature
            guard feature.hasPrefix("("), feature.hasSuffix(")"), feature.count(where: { $0 == "(" }) == 1 else {
                return nil
            }
            switch holds(feature: feature.dropFirst().dropLast()) {
            case false?: result = false
            case nil where result == true: result = nil
            default: break
            }
        }
        return isNot ? result.map { !$0 } : result
    }

    private static func holds(feature: Substring) -> Bool? {
        let parts = feature.split(separator: ":", maxSplits: 1).map { String($0).trimmingBlanks() }
        let value = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "min-width", "min-device-width": return CSSDeclarations.pixels(value).map { $0 <= width }
        case "max-width", "max-device-width": return CSSDeclarations.pixels(value).map { $0 >= width }
        case "prefers-color-scheme": return value == "light"
        case "min-height": return CSSDeclarations.pixels(value).map { $0 <= 400 } == true ? true : nil
        case "color", "min-color": return true
        case "width": return value.isEmpty ? true : nil
        case "orientation": return value == "landscape"
        default: return nil
        }
    }

    /// Evaluates a condition with a single declaration: true for the standard properties, which every program supports.
    private static func supports(_ condition: String) -> Bool? {
        guard condition.hasPrefix("("), condition.hasSuffix(")"), condition.count(where: { $0 == "(" }) == 1 else {
            return nil
        }
        let name = condition.dropFirst().drop { $0 == " " }.prefix { $0.isLetter || $0 == "-" }
        return name.hasPrefix("-") || !condition.contains(":") ? nil : true
    }
}

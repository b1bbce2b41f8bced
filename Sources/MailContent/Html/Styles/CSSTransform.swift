/// Detects elements that are moved, turned or shrunk until they can't be seen.
enum CSSTransform {
    static func hides(_ words: [String: String]) -> Bool {
        if ["scale", "zoom"].contains(where: { words[$0].map(hasNothing) ?? false }) { return true }
        if let translate = words["translate"], isFar(values(translate)) { return true }
        if let rotate = words["rotate"] {
            let values = values(rotate)
            if values.first == "x" || values.first == "y", values.last.map(isEdgewise) ?? false { return true }
        }
        return ["transform", "-webkit-transform"].contains {
            words[$0].map { functions($0).contains(where: hides) } ?? false
        }
    }

    /// Returns the functions of a value, with the arguments in their brackets.
    static func functions(_ value: String) -> [(name: String, values: [String])] {
        var result: [(name: String, values: [String])] = []
        var rest = value[...]
        while result.count < 16, let open = rest.firstIndex(of: "("),
            let close = rest[rest.index(after: open)...].matchingBracket
        {
            let name = String(rest[..<open]).trimmingBlanks()
            result.append((name, values(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        return result
    }

    private static func hides(_ function: (name: String, values: [String])) -> Bool {
        let (name, values) = function
        switch name {
        case "scale", "scalex", "scaley", "scale3d": return values.prefix(2).contains(where: hasNothing)
        case "translate", "translate3d", "translatex": return isFar(Array(values.prefix(2)))
        case "translatey": return isFar(["0"] + values.prefix(1))
        case "rotatex", "rotatey", "skewx", "skewy": return values.first.map(isEdgewise) ?? false
        case "skew": return values.contains(where: isEdgewise)
        case "rotate3d":
            let axis = values.prefix(3).map { CSSDeclarations.number($0) ?? 0 }
            return values.count == 4 && axis[2] == 0 && isEdgewise(values[3])
        case "matrix":
            let numbers = values.map { CSSDeclarations.number($0) ?? 1 }
            guard numbers.count == 6 else { return false }
            return abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]) < 0.0025 || abs(numbers[4]) > 600
                || abs(numbers[5]) > 600
        default: return false
        }
    }

    private static func hasNothing(_ value: String) -> Bool {
        values(value).contains { CSSDeclarations.share($0).map { abs($0) < 0.05 } ?? false }
    }

    /// Whether a horizontal and a vertical offset move an element out of sight.
    private static func isFar(_ values: [String]) -> Bool {
        values.prefix(2).enumerated().contains { index, value in
            if let share = CSSDeclarations.percentage(value) { return abs(share) >= 2 || index == 0 && share <= -1 }
            return CSSDeclarations.pixels(value).map { abs($0) > 600 } ?? false
        }
    }

    private static func isEdgewise(_ value: String) -> Bool {
        guard let angle = CSSDeclarations.angle(value), abs(angle) < 1_000_000 else { return false }
        return abs(abs(angle.truncatingRemainder(dividingBy: 180)) - 90) < 2
    }

    /// Splits a value at the blanks and commas outside brackets.
    static func values(_ text: some StringProtocol) -> [String] {
        var depth = 0
        let pieces = Substring(text).split { (character: Character) -> Bool in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0 && (character == "," || character == " ")
        }
        return pieces.map(String.init)
    }
}

extension Substring {
    /// The index of the bracket that closes the one right before this text.
    var matchingBracket: Index? {
        var depth = 1
        return firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0
        }
    }
}

/// Parses CSS as far as text needs it.
enum CSSDeclarations {
    /// Returns the property and value of each declaration in lower case, with comments and escapes resolved, and `!important` as a flag.
    static func pairs(_ css: String) -> [(name: String, value: String, isImportant: Bool)] {
        plain(css).split(separator: ";").prefix(200).compactMap { declaration in
            guard let colon = declaration.firstIndex(of: ":") else { return nil }
            let name = String(declaration[..<colon]).trimmingBlanks()
            var value = String(declaration[declaration.index(after: colon)...]).trimmingBlanks()
            var isImportant = false
            if let mark = value.firstIndex(of: "!") {
                isImportant = value[mark...].contains("important")
                value = String(value[..<mark]).trimmingBlanks()
            }
            return (name, value, isImportant)
        }
    }

    /// Returns a length in pixels, roughly; relative lengths assume a font size of 16. `nil` when the value is no length.
    static func pixels(_ value: String) -> Double? {
        if value.last == ")" { return CSSMath.value(value, of: plainPixels) }
        return plainPixels(value)
    }

    private static func plainPixels(_ value: String) -> Double? {
        guard let (number, unit) = parts(value) else { return nil }
        switch unit {
        case "px", "": return number
        case "pt": return number * 4 / 3
        case "em", "rem", "ex", "ch": return number * 16
        case "%": return number * 16 / 100
        case "vw", "vh": return number * 10
        case "in": return number * 96
        case "cm": return number * 38
        default: return nil
        }
    }

    /// Returns a percentage such as `-200%` as a fraction of one; `nil` for any other length.
    static func percentage(_ value: String) -> Double? {
        parts(value).flatMap { $0.unit == "%" ? $0.number / 100 : nil }
    }

    /// Returns a fraction of one, from `0.5` or `50%`.
    static func share(_ value: String) -> Double? {
        if value.last == ")" { return CSSMath.value(value, of: plainShare) }
        return plainShare(value)
    }

    private static func plainShare(_ value: String) -> Double? {
        parts(value).map { $0.unit == "%" ? $0.number / 100 : $0.number }
    }

    /// Returns an angle in degrees.
    static func angle(_ value: String) -> Double? {
        guard let (number, unit) = parts(value) else { return nil }
        switch unit {
        case "deg", "": return number
        case "turn": return number * 360
        case "rad": return number * 180 / Double.pi
        case "grad": return number * 0.9
        default: return nil
        }
    }

    static func number(_ value: String) -> Double? {
        parts(value)?.number
    }

    /// Splits a value into the number at the front and the rest.
    static func parts(_ value: String) -> (number: Double, unit: Substring)? {
        var digits = value.prefix { $0.isNumber || "+-.".contains($0) }
        let rest = value[digits.endIndex...]
        // An exponent, as in `1e-9`.
        if rest.first == "e", let next = rest.dropFirst().first, next.isNumber || next == "-" || next == "+" {
            let power = rest.dropFirst(2).prefix(while: \.isNumber)
            digits = value[..<power.endIndex]
        }
        guard digits.count <= 20 else { return nil }
        let number = Double(digits.hasPrefix(".") ? "0" + digits : String(digits))
        return number.map { ($0, value[digits.endIndex...]) }
    }

    /// Returns CSS in lower case, without comments, and with escapes such as `\64` resolved (CSS Syntax §4.3.7).
    static func plain(_ css: String) -> String {
        let lower = css.lowercased()
        guard lower.utf8.contains(0x5C) || lower.contains("/*") else { return lower }
        var result = String.UnicodeScalarView()
        let scalars = Array(lower.unicodeScalars)
        var index = 0
        while index < scalars.count {
            if scalars[index] == "/", index + 1 < scalars.count, scalars[index + 1] == "*" {
                index = afterComment(scalars, from: index + 2)
            } else if scalars[index] == "\\" {
                index = takeEscape(scalars, at: index + 1, into: &result)
            } else {
                result.append(scalars[index])
                index += 1
            }
        }
        return String(result).lowercased()
    }

    private static func afterComment(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
        var index = start
        while index + 1 < scalars.count, !(scalars[index] == "*" && scalars[index + 1] == "/") { index += 1 }
        return min(index + 2, scalars.count)
    }

    private static func takeEscape(
        _ scalars: [Unicode.Scalar], at start: Int, into result: inout String.UnicodeScalarView
    ) -> Int {
        var index = start
        var value: UInt32 = 0
        while index < scalars.count, index - start < 6, let digit = scalars[index].hexValue {
            value = value * 16 + digit
            index += 1
        }
        if index == start { return start }
        if let scalar = Unicode.Scalar(value) { result.append(scalar) }
        return index < scalars.count && scalars[index] == " " ? index + 1 : index
    }
}

extension Unicode.Scalar {
    fileprivate var hexValue: UInt32? {
        switch value {
        case 0x30...0x39: value - 0x30
        case 0x61...0x66: value - 0x61 + 10
        default: nil
        }
    }
}

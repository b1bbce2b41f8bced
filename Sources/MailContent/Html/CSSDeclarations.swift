/// Reading of CSS so far as text needs it.
enum CSSDeclarations {
    /// Property and value of each declaration, lower case, comments and escapes resolved, `!important` left out.
    static func pairs(_ css: String) -> [(name: String, value: String)] {
        plain(css).split(separator: ";").prefix(200).compactMap { declaration in
            guard let colon = declaration.firstIndex(of: ":") else { return nil }
            let name = String(declaration[..<colon]).trimmingBlanks()
            var value = String(declaration[declaration.index(after: colon)...]).trimmingBlanks()
            if let mark = value.firstIndex(of: "!") { value = String(value[..<mark]).trimmingBlanks() }
            return (name, value)
        }
    }

    /// A length in pixels, roughly; relative lengths count by a font of 16. `nil` when it is none.
    static func pixels(_ value: String) -> Double? {
        if value.hasPrefix("calc("), value.hasSuffix(")") { return pixels(String(value.dropFirst(5).dropLast())) }
        guard let number = number(value) else { return nil }
        let unit = value.drop { $0.isNumber || "+-.".contains($0) }
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

    /// A part of one, as `0.5` or `50%`.
    static func share(_ value: String) -> Double? {
        number(value).map { value.hasSuffix("%") ? $0 / 100 : $0 }
    }

    static func number(_ value: String) -> Double? {
        let digits = value.prefix { $0.isNumber || "+-.".contains($0) }
        return digits.count > 20 ? nil : Double(digits.hasPrefix(".") ? "0" + digits : String(digits))
    }

    /// Lower case, without comments, escapes such as `\64` resolved (CSS Syntax §4.3.7).
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

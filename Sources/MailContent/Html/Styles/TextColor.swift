/// A colour of text or background, as precise as needed to tell whether the text can be read.
struct TextColor: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    static let white = TextColor(red: 255, green: 255, blue: 255)

    init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads a colour of CSS Color 4, except mixtures; `nil` for anything else, and for transparent colours.
    init?(css: String) {
        let value = css.trimmingBlanks().lowercased()
        guard !Self.isClear(value) else { return nil }
        if value.hasPrefix("#") {
            self.init(hex: value.dropFirst())
        } else if let open = value.firstIndex(of: "(") {
            self.init(function: value[..<open], value)
        } else if let named = Self.names[value] {
            self.init(hex: named)
        } else {
            return nil
        }
    }

    private init?(function name: Substring, _ value: String) {
        switch name {
        case "rgb", "rgba": self.init(function: value)
        case "hsl", "hsla": self.init(hueFunction: value)
        // The page counts as light.
        case "light-dark":
            guard let light = CSSTransform.functions(value).first?.values.first, !light.hasPrefix("light-dark"),
                let color = TextColor(css: light)
            else { return nil }
            self = color
        default: self.init(space: name, Self.parts(of: value))
        }
    }

    /// Reads the attributes `color` and `bgcolor`, which may omit the number sign.
    init?(attribute: String) {
        guard let color = TextColor(css: attribute) ?? TextColor(css: "#" + attribute.trimmingBlanks()) else {
            return nil
        }
        self = color
    }

    /// Whether text in this colour can't be seen on the other.
    func isLike(_ other: TextColor) -> Bool {
        abs(red - other.red) <= 8 && abs(green - other.green) <= 8 && abs(blue - other.blue) <= 8
    }

    /// Whether a colour is invisible, because it is (nearly) transparent.
    static func isClear(_ css: String) -> Bool {
        let value = css.trimmingBlanks().lowercased()
        if value == "transparent" { return true }
        if value.hasPrefix("#") {
            let digits = value.dropFirst()
            guard digits.count == 4 || digits.count == 8 else { return false }
            return Int(digits.suffix(digits.count / 4), radix: 16).map { $0 <= (digits.count == 4 ? 0 : 12) } ?? false
        }
        guard let open = value.firstIndex(of: "("), !value.hasPrefix("light-dark"), !value.hasPrefix("var") else {
            return false
        }
        let parts = parts(of: value)
        let count = value[..<open] == "color" ? 5 : 4
        return parts.count == count && (CSSDeclarations.share(parts[count - 1]) ?? 1) < 0.05
    }

    private static func parts(of function: String) -> [String] {
        let inner = function.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
        return inner.split { $0 == "," || $0 == " " || $0 == "/" }.prefix(5).map(String.init)
    }

    private init?(hex: Substring) {
        guard [3, 4, 6, 8].contains(hex.count), var value = Int(hex, radix: 16) else { return nil }
        if hex.count == 4 { value >>= 4 }
        switch hex.count {
        case 3, 4: self.init(red: (value >> 8) * 17, green: (value >> 4 & 15) * 17, blue: (value & 15) * 17)
        case 6: self.init(red: value >> 16, green: value >> 8 & 255, blue: value & 255)
        default: self.init(red: value >> 24, green: value >> 16 & 255, blue: value >> 8 & 255)
        }
    }

    private init?(function: String) {
        let parts = Self.parts(of: function)
        let numbers = parts.compactMap(CSSDeclarations.number)
        guard numbers.count >= 3, numbers.allSatisfy({ $0 >= 0 && $0 < 1_000 }) else { return nil }
        let scale = parts.first?.hasSuffix("%") == true ? 2.55 : 1
        self.init(red: Int(numbers[0] * scale), green: Int(numbers[1] * scale), blue: Int(numbers[2] * scale))
    }

    /// Reads hue, saturation and lightness (CSS Color 4 §7).
    private init?(hueFunction: String) {
        let parts = Self.parts(of: hueFunction)
        guard parts.count >= 3, let hue = CSSDeclarations.angle(parts[0]), abs(hue) < 100_000,
            let saturation = CSSDeclarations.number(parts[1]), let lightness = CSSDeclarations.number(parts[2])
        else { return nil }
        let (s, l) = (min(1, max(0, saturation / 100)), min(1, max(0, lightness / 100)))
        func channel(_ number: Double) -> Int {
            let k = (number + hue / 30).truncatingRemainder(dividingBy: 12)
            let place = k < 0 ? k + 12 : k
            return Int(255 * (l - s * min(l, 1 - l) * max(-1, min(place - 3, 9 - place, 1))))
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4))
    }
}

/// A colour of text or background, as far as it is needed to tell whether one can be read on the other.
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

    /// `#rgb`, `#rrggbb`, `rgb(…)`, `hsl(…)`, and the names that mail uses; `nil` for anything else, and for what is seen through.
    init?(css: String) {
        let value = css.trimmingBlanks().lowercased()
        guard !Self.isClear(value) else { return nil }
        if value.hasPrefix("#") {
            self.init(hex: value.dropFirst())
        } else if value.hasPrefix("rgb") {
            self.init(function: value)
        } else if value.hasPrefix("hsl") {
            self.init(hueFunction: value)
        } else if let named = Self.names[value] {
            self.init(hex: named[...])
        } else {
            return nil
        }
    }

    /// The attributes `color` and `bgcolor` may leave out the number sign.
    init?(attribute: String) {
        guard let color = TextColor(css: attribute) ?? TextColor(css: "#" + attribute.trimmingBlanks()) else {
            return nil
        }
        self = color
    }

    /// Whether text in one can't be seen on the other.
    func isLike(_ other: TextColor) -> Bool {
        abs(red - other.red) <= 8 && abs(green - other.green) <= 8 && abs(blue - other.blue) <= 8
    }

    /// Whether nothing is seen of it, since it is (nearly) transparent.
    static func isClear(_ css: String) -> Bool {
        let value = css.trimmingBlanks().lowercased()
        if value == "transparent" { return true }
        if value.hasPrefix("#") {
            let digits = value.dropFirst()
            guard digits.count == 4 || digits.count == 8 else { return false }
            return Int(digits.suffix(digits.count / 4), radix: 16).map { $0 <= (digits.count == 4 ? 0 : 12) } ?? false
        }
        guard value.hasPrefix("rgb") || value.hasPrefix("hsl") else { return false }
        let parts = parts(of: value)
        return parts.count == 4 && (CSSDeclarations.share(parts[3]) ?? 1) < 0.05
    }

    private static func parts(of function: String) -> [String] {
        let inner = function.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
        return inner.split { $0 == "," || $0 == " " || $0 == "/" }.prefix(4).map(String.init)
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

    /// By hue, saturation and lightness (CSS Color 4 §7).
    private init?(hueFunction: String) {
        let parts = Self.parts(of: hueFunction)
        guard parts.count >= 3, let hue = CSSDeclarations.number(parts[0]), abs(hue) < 100_000,
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

    private static let names = [
        "white": "ffffff", "black": "000000", "red": "ff0000", "green": "008000", "blue": "0000ff", "yellow": "ffff00",
        "gray": "808080", "grey": "808080", "silver": "c0c0c0", "navy": "000080", "maroon": "800000",
        "purple": "800080",
        "teal": "008080", "lime": "00ff00", "aqua": "00ffff", "cyan": "00ffff", "fuchsia": "ff00ff",
        "magenta": "ff00ff",
        "olive": "808000", "orange": "ffa500", "snow": "fffafa", "ivory": "fffff0", "whitesmoke": "f5f5f5",
        "lightgray": "d3d3d3", "lightgrey": "d3d3d3", "ghostwhite": "f8f8ff", "gainsboro": "dcdcdc", "beige": "f5f5dc",
    ]
}

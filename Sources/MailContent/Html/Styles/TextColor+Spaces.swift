private import Foundation

// Colours in spaces other than RGB and HSL (CSS Color 4 §8 to §10).
extension TextColor {
    /// - Parameters:
    ///   - space: the name of the function.
    ///   - parts: the values in its brackets.
    init?(space: Substring, _ parts: [String]) {
        let parts = space == "color" ? parts : [String(space)] + parts
        guard parts.count >= 4 else { return nil }
        /// Returns a percentage of `whole`, or a number as it is.
        func number(_ index: Int, whole: Double) -> Double? {
            if parts[index] == "none" { return 0 }
            guard let value = CSSDeclarations.number(parts[index]), abs(value) < 100_000 else { return nil }
            return parts[index].hasSuffix("%") ? value / 100 * whole : value
        }
        func angle(_ index: Int) -> Double? {
            parts[index] == "none" ? 0 : CSSDeclarations.angle(parts[index]).flatMap { abs($0) < 100_000 ? $0 : nil }
        }
        switch space == "color" ? parts[0][...] : space {
        case "hwb":
            guard let hue = angle(1), let white = number(2, whole: 100), let black = number(3, whole: 100) else {
                return nil
            }
            self.init(hue: hue, white: white / 100, black: black / 100)
        case "lab":
            guard let l = number(1, whole: 100), let a = number(2, whole: 125), let b = number(3, whole: 125) else {
                return nil
            }
            self.init(lightness: l, a, b)
        case "lch":
            guard let l = number(1, whole: 100), let chroma = number(2, whole: 150), let hue = angle(3) else {
                return nil
            }
            self.init(lightness: l, chroma * cos(hue * .pi / 180), chroma * sin(hue * .pi / 180))
        case "oklab":
            guard let l = number(1, whole: 1), let a = number(2, whole: 0.4), let b = number(3, whole: 0.4) else {
                return nil
            }
            self.init(seenLightness: l, a, b)
        case "oklch":
            guard let l = number(1, whole: 1), let chroma = number(2, whole: 0.4), let hue = angle(3) else {
                return nil
            }
            self.init(seenLightness: l, chroma * cos(hue * .pi / 180), chroma * sin(hue * .pi / 180))
        // Wide-gamut colours are read as sRGB: all these spaces agree on greys.
        case "srgb", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020":
            guard let red = number(1, whole: 1), let green = number(2, whole: 1), let blue = number(3, whole: 1) else {
                return nil
            }
            self.init(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue))
        case "srgb-linear":
            guard let red = number(1, whole: 1), let green = number(2, whole: 1), let blue = number(3, whole: 1) else {
                return nil
            }
            self.init(light: red, green, blue)
        case "xyz", "xyz-d65", "xyz-d50":
            guard let x = number(1, whole: 1), let y = number(2, whole: 1), let z = number(3, whole: 1) else {
                return nil
            }
            self.init(x: x, y, z)
        default: return nil
        }
    }

    private static func byte(_ value: Double) -> Int { Int((min(1, max(0, value)) * 255).rounded()) }

    private init(hue: Double, white: Double, black: Double) {
        let sum = max(1, white + black)
        let (white, black) = (white / sum, black / sum)
        func channel(_ shift: Double) -> Int {
            var place = (hue / 60 + shift).truncatingRemainder(dividingBy: 6)
            if place < 0 { place += 6 }
            let pure = min(1, max(0, abs(place - 3) - 1))
            return Self.byte(pure * (1 - white - black) + white)
        }
        self.init(red: channel(0), green: channel(4), blue: channel(2))
    }

    /// CIE L\*a\*b\*.
    private init(lightness: Double, _ a: Double, _ b: Double) {
        let y = (lightness + 16) / 116
        func cubed(_ value: Double) -> Double {
            value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 0.128419
        }
        self.init(x: 0.95047 * cubed(y + a / 500), cubed(y), 1.08883 * cubed(y - b / 200))
    }

    private init(x: Double, _ y: Double, _ z: Double) {
        self.init(
            light: 3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z)
    }

    /// Oklab.
    private init(seenLightness lightness: Double, _ a: Double, _ b: Double) {
        func cubed(_ value: Double) -> Double { value * value * value }
        let l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b)
        self.init(
            light: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    }

    /// Creates a colour from linear-light components.
    private init(light red: Double, _ green: Double, _ blue: Double) {
        func channel(_ light: Double) -> Int {
            let light = min(1, max(0, light))
            return Self.byte(light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
        }
        self.init(red: channel(red), green: channel(green), blue: channel(blue))
    }
}

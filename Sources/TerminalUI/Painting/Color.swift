/// A colour of a theme, for terminals of any colour depth.
public struct Color: Hashable, Sendable {
    /// The basic colours of a terminal, whose exact shades the user chooses.
    public enum Basic: Int, Sendable {
        case black, red, green, yellow, blue, magenta, cyan, white

        /// The shade in xterm, as 0xRRGGBB.
        var usual: UInt32 {
            switch self {
            case .black: 0x000000
            case .red: 0xCD0000
            case .green: 0x00CD00
            case .yellow: 0xCDCD00
            case .blue: 0x0000EE
            case .magenta: 0xCD00CD
            case .cyan: 0x00CDCD
            case .white: 0xE5E5E5
            }
        }

        /// Whether the colour stands out from both black and white.
        var isReadAnywhere: Bool {
            [0x000000, 0xFFFFFF].allSatisfy { Color.contrast(usual, $0) >= Color.leastDimContrast }
        }
    }

    /// 0xRRGGBB, for terminals with 256 colours or more.
    public let rgb: UInt32
    /// For terminals with 8 or 16 colours; nil keeps the terminal's own.
    public let basic: Basic?

    public init(_ rgb: UInt32, _ basic: Basic?) {
        self.rgb = rgb & 0xFFFFFF
        self.basic = basic
    }

    /// Creates a colour and chooses the nearest basic colour, by which of red, green and blue are strong in it.
    public init(nearest rgb: UInt32) {
        let parts = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255]
        let strongest = parts.max() ?? 0
        // Where the three parts are alike, the colour is a grey: black or white.
        let isGrey = strongest - (parts.min() ?? 0) < 48
        let strong = parts.map { isGrey ? $0 >= 128 : $0 * 2 >= strongest }
        let number = (strong[0] ? 1 : 0) + (strong[1] ? 2 : 0) + (strong[2] ? 4 : 0)
        self.init(rgb, Basic(rawValue: number))
    }

    /// The index of the nearest colour among 16…255: a cube of 6 × 6 × 6, and 24 greys.
    var indexed: Int {
        let parts = [Int(rgb >> 16 & 255), Int(rgb >> 8 & 255), Int(rgb & 255)]
        let levels = [0, 95, 135, 175, 215, 255]
        let steps = parts.map { part in levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0 }
        let grey = min(23, max(0, (parts.reduce(0, +) / 3 - 8 + 5) / 10))
        let inCube = distance(parts, steps.map { levels[$0] })
        let inGreys = distance(parts, [8 + grey * 10, 8 + grey * 10, 8 + grey * 10])
        if inGreys < inCube { return 232 + grey }
        return 16 + steps[0] * 36 + steps[1] * 6 + steps[2]
    }

    private func distance(_ one: [Int], _ other: [Int]) -> Int {
        zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// The least contrast of text that must be readable, and of less important text (WCAG 2.1 §1.4.3, large text and signs
    /// §1.4.11).
    static let leastContrast = 4.5
    static let leastDimContrast = 3.0

    /// Returns the lower contrast to another colour: in full colour, or with 256 colours.
    func contrast(on paper: Color) -> Double {
        min(Color.contrast(rgb, paper.rgb), Color.contrast(indexedRGB, paper.indexedRGB))
    }

    /// The RGB value of the nearest colour among 16…255.
    private var indexedRGB: UInt32 {
        let index = UInt32(indexed)
        if index >= 232 { return (8 + (index - 232) * 10) * 0x010101 }
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let place = Int(index) - 16
        return levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6]
    }

    /// Returns the contrast of two colours as defined by WCAG 2.1, from 1 to 21.
    public static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        let lights = [luminance(one), luminance(other)].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    static func luminance(_ rgb: UInt32) -> Double {
        let parts = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255].map { part -> Double in
            let value = Double(part) / 255
            return value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// Returns x to the power of 2.4 without a mathematics library: x² · ⁵√x², the root by Newton's method.
    private static func power(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        var root = 1.0
        for _ in 0..<40 { root -= (root * root * root * root * root - x * x) / (5 * root * root * root * root) }
        return x * x * root
    }
}

/// The number of colours that the terminal shows.
public enum ColorDepth: Hashable, Sendable {
    case none, basic, indexed, full
}

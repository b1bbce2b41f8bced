/// The numbering style of a list: `<ol type="a">`.
enum ListNumber: String {
    case digits = "1"
    case letters = "a"
    case capitals = "A"
    case roman = "i"
    case romanCapitals = "I"

    /// Parses an integer attribute (HTML §2.3.4.1): a sign and digits, whatever follows. Returns `nil` when there is none, or when it
    /// exceeds 32 bits, as in browsers.
    static func said(_ text: String?) -> Int? {
        guard let text = text?.trimmingBlanks() else { return nil }
        let sign = text.utf8.prefix(1).filter { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let digits = text.utf8.dropFirst(sign.count).prefix { (0x30...0x39).contains($0) }
        return Int32(String(decoding: sign + digits, as: UTF8.self)).map(Int.init)
    }

    /// Returns the number as shown before an item; in digits where this style can't express it.
    func text(_ number: Int) -> String {
        switch self {
        case .digits: String(number)
        case .letters: Self.inLetters(number) ?? String(number)
        case .capitals: Self.inLetters(number)?.uppercased() ?? String(number)
        case .roman: Self.inRoman(number) ?? String(number)
        case .romanCapitals: Self.inRoman(number)?.uppercased() ?? String(number)
        }
    }

    /// Returns `a` to `z`, then `aa`.
    private static func inLetters(_ number: Int) -> String? {
        guard number > 0 else { return nil }
        var rest = number
        var text = ""
        while rest > 0 {
            let letter = UInt8(ascii: "a") + UInt8((rest - 1) % 26)
            text = String(Unicode.Scalar(letter)) + text
            rest = (rest - 1) / 26
        }
        return text
    }

    private static func inRoman(_ number: Int) -> String? {
        guard (1...3_999).contains(number) else { return nil }
        var rest = number
        var text = ""
        for (value, sign) in signs {
            while rest >= value {
                text += sign
                rest -= value
            }
        }
        return text
    }

    private static let signs = [
        (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
}

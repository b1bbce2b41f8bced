import Foundation

/// The ASCII replacements for other characters. Our own signs have theirs in ``Glyphs``; these are for characters within
/// words and in mail: quotes, dashes, dots, and letters with marks, which lose the marks.
enum PlainCharacter {
    /// - Parameter scalar: the first of a cell. ASCII stays unchanged.
    /// - Returns: a question mark when no ASCII character comes close.
    static func of(_ scalar: UInt32) -> UInt32 {
        if scalar <= 0x7E { return scalar }
        let plain: Unicode.Scalar =
            switch scalar {
            case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: " "
            case 0xAB, 0xBB, 0x201C...0x201F, 0x2033: "\""
            case 0xB4, 0x2018, 0x2019, 0x201B, 0x2032: "'"
            case 0x201A: ","
            case 0xAD, 0xB7, 0x2010...0x2015, 0x2212, 0x2500, 0x2501: "-"
            case 0x2022, 0x2023, 0x25CF, 0x25CB, 0x2605, 0x2606: "*"
            case 0x2026: "."
            case 0x2039, 0x2190, 0x25C2: "<"
            case 0x203A, 0x2192, 0x25B8: ">"
            case 0x2191: "^"
            case 0x2193: "v"
            case 0xD7, 0x2713, 0x2714: "x"
            case 0xA1: "!"
            default: letter(scalar) ?? "?"
            }
        return plain.value
    }

    /// Letters that are not a base letter with a mark, with the closest ASCII letter.
    private static let ownLetters: [Unicode.Scalar: Unicode.Scalar] = [
        "ß": "s", "ẞ": "S", "æ": "a", "Æ": "A", "œ": "o", "Œ": "O", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
        "Đ": "D", "ð": "d", "Ð": "D", "þ": "t", "Þ": "T", "ħ": "h", "Ħ": "H", "ı": "i",
    ]

    /// Returns the letter without its marks: e for é.
    private static func letter(_ value: UInt32) -> Unicode.Scalar? {
        guard let scalar = Unicode.Scalar(value) else { return nil }
        if let own = ownLetters[scalar] { return own }
        let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
        return base.flatMap { $0.isASCII && $0.properties.isAlphabetic ? $0 : nil }
    }
}

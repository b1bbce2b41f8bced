/// The number of terminal columns that a text takes, accurate enough to align the columns of a table or to cut a label.
/// Painting does its own measuring.
enum TextWidth {
    static func of(_ text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        let width = of(first)
        guard width == 1, character.unicodeScalars.count > 1 else { return width }
        return character.unicodeScalars.dropFirst().reduce(width) { $0 + (hasColumn($1) ? 1 : 0) }
    }

    /// Whether a terminal gives a sign a column of its own that belongs to the letter before it: vowels and joined letters of Indic scripts,
    /// and the vowel AM of Thai and Lao.
    private static func hasColumn(_ scalar: Unicode.Scalar) -> Bool {
        [.spacingMark, .otherLetter].contains(scalar.properties.generalCategory)
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x300: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return scalar.properties.isEmojiPresentation ? 2 : 1
            }
        }
    }
}

/// The alphabet of a letter, as far as needed to tell look-alikes apart (UTS 39 §5).
enum Alphabet: Hashable, Sendable {
    case latin, greek, cyrillic, armenian, han, kana, bopomofo, hangul
    /// Any other alphabet, by its block of 128 letters.
    case other(UInt32)

    /// Returns `nil` for what belongs to every alphabet: digits, hyphens, combining marks.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: break
        default: return nil
        }
        self =
            switch scalar.value {
            case 0..<0x2B0, 0x1D00..<0x1D26, 0x1D2C..<0x1D5D, 0x1D62..<0x1D66, 0x1D6B..<0x1D78, 0x1D79..<0x1DC0,
                0x1E00..<0x1F00, 0x2C60..<0x2C80, 0xA720..<0xA800, 0xAB30..<0xAB65, 0xFF21..<0xFF5B:
                .latin
            case 0x370..<0x400, 0x1F00..<0x2000: .greek
            case 0x400..<0x530, 0x1C80..<0x1C90, 0x2DE0..<0x2E00, 0xA640..<0xA6A0: .cyrillic
            case 0x530..<0x590: .armenian
            case 0x3005...0x3007, 0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x32000: .han
            case 0x3041..<0x3100, 0x31F0..<0x3200, 0xFF66..<0xFFA0: .kana
            case 0x3100..<0x3130, 0x31A0..<0x31C0: .bopomofo
            case 0x1100..<0x1200, 0x3130..<0x3190, 0xA960..<0xA980, 0xAC00..<0xD800: .hangul
            case let value: .other(value >> 7)
            }
    }

    /// Whether a word uses a single alphabet, or a mixture that languages use: Latin with Chinese, Japanese or Korean (UTS 39 §5.2, highly
    /// restrictive).
    static func isOne(_ word: some StringProtocol) -> Bool {
        let used = Set(word.unicodeScalars.compactMap(Alphabet.init))
        return used.count <= 1
            || [[.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul]].contains {
                used.isSubset(of: $0)
            }
    }
}

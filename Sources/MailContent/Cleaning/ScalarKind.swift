/// How cleaning treats a scalar.
enum ScalarKind {
    case lineFeed, carriageReturn, tab, control, lineSeparator, direction, joiner, variation, tag, invisible, mark,
        other

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        self =
            switch value {
            case 0x0A: .lineFeed
            case 0x0D: .carriageReturn
            case 0x09: .tab
            case 0x20..<0x7F: .other
            case 0x00..<0x20, 0x7F..<0xA0: .control
            case 0xA0..<0x300: value == 0xAD ? .invisible : .other
            default: Self.beyondLatin(scalar)
            }
    }

    private static func beyondLatin(_ scalar: Unicode.Scalar) -> ScalarKind {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return .direction
        case 0x2028, 0x2029: return .lineSeparator
        case 0x200C, 0x200D: return .joiner
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0x180E, 0x034F, 0x1D173...0x1D17A,
            0x13430...0x1343F,
            0x1BCA0...0x1BCA3:
            return .invisible
        // Letters without a visible form.
        case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x17B4, 0x17B5: return .invisible
        case 0xFE00...0xFE0F: return .variation
        case 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: return .invisible
        case 0xE0000...0xE007F: return .tag
        case 0xFFF0...0xFFFB, 0xFDD0...0xFDEF: return .control
        case let value where value & 0xFFFE == 0xFFFE: return .control
        case let value where value >= 0xE0080 && value < 0xE1000: return .invisible
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return .mark
        default: return .other
        }
    }
}

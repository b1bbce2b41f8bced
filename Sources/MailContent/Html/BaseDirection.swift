/// The side at which a paragraph begins.
package enum BaseDirection {
    /// Whether a line begins at the right, by its first letter with a direction (UAX 9, P2 and P3). Patches and other preformatted lines
    /// begin at the left.
    package static func isFromRight(_ line: StyledText.Line) -> Bool {
        guard !line.isPreformatted, !line.isRule else { return false }
        for run in line.runs where !run.text.utf8.allSatisfy({ $0 < 0x80 && !isLetter($0) }) {
            for scalar in run.text.unicodeScalars {
                if isFromRight(scalar) { return true }
                if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    /// Whether a scalar is a letter of Hebrew, Arabic, Syriac, Thaana, N’Ko or the like.
    private static func isFromRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x5BE...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            scalar.properties.isAlphabetic && !scalar.properties.isDiacritic
        default: false
        }
    }
}

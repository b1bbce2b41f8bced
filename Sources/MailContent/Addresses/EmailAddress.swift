/// Whether a text may be an e-mail address, as a login form asks.
public enum EmailAddress {
    /// One or more of any character but line breaks, `@`, labels of letters, digits and hyphens each followed by a dot, and
    /// at the end at least two letters, or a name in the form of IDNA, `xn--p1ai` (all ASCII). The whole text must be so.
    public static func isValid(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.lastIndex(of: "@"), at > 0, !scalars[..<at].contains(where: isLineBreak) else {
            return false
        }
        let labels = scalars[(at + 1)...].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, last.count >= 2, isTopLevel(last) else {
            return false
        }
        return labels.dropLast().allSatisfy { !$0.isEmpty && $0.allSatisfy(isLabelScalar) }
    }

    private static func isTopLevel(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
        label.allSatisfy(isLetter)
            || label.count > 4 && label.prefix(4).elementsEqual("xn--".unicodeScalars)
                && label.allSatisfy(isLabelScalar)
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 && scalar.properties.isAlphabetic
    }

    private static func isLabelScalar(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || scalar == "-" || scalar.value >= 0x30 && scalar.value <= 0x39
    }
}

import Foundation

extension EmailAddress {
    /// An address as a header holds it: the domain in ASCII (RFC 5890 §2.3.2.1), no controls, and blanks only within the quotes
    /// of a local part, where they belong to it (RFC 5321 §4.1.2).
    public static func written(_ email: String) -> String {
        var kept = String.UnicodeScalarView()
        var (isQuoted, isEscaped) = (false, false)
        for scalar in email.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            }
            if scalar != " " || isQuoted { kept.append(scalar) }
        }
        // A quote that does not end holds nothing together.
        let text = isQuoted ? String(kept).filter { $0 != " " } : String(kept)
        guard let at = text.lastIndex(of: "@"), !text[at...].utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text[...at] + domainInASCII(text[text.index(after: at)...])
    }

    private static func domainInASCII(_ domain: Substring) -> String {
        // The full stops of East Asian writing separate labels, too (RFC 3490 §3.1).
        domain.split(omittingEmptySubsequences: false) { ".\u{3002}\u{FF0E}\u{FF61}".contains($0) }.map { label in
            guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return String(label) }
            let plain = label.lowercased().precomposedStringWithCompatibilityMapping.lowercased()
            // Wide letters and ligatures are ASCII by another look (UTS #46 §4).
            return plain.utf8.allSatisfy(isHostByte) ? plain : "xn--" + Punycode.encoded(plain)
        }.joined(separator: ".")
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}

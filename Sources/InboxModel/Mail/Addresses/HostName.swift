import Foundation

/// Host names with letters of any alphabet (RFC 5890).
package enum HostName {
    /// The most letters in a label (RFC 1035 §2.3.4). Longer ones cannot be host names, so they are not decoded.
    package static let longestLabel = 63

    /// Returns the name as in headers and DNS.
    package static func inASCII(_ name: some StringProtocol) -> String {
        // The full stops of East Asian scripts separate labels, too (RFC 3490 §3.1).
        name.split(omittingEmptySubsequences: false) { ".\u{3002}\u{FF0E}\u{FF61}".contains($0) }.map { label in
            guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return String(label) }
            let plain = label.lowercased().precomposedStringWithCompatibilityMapping.lowercased()
            // Wide letters and ligatures are ASCII in another form (UTS #46 §4).
            return plain.utf8.allSatisfy(isHostByte) ? plain : "xn--" + Punycode.encoded(plain)
        }.joined(separator: ".")
    }

    /// Whether the name has no encoded labels. Works on bytes, because every address is checked.
    package static func isPlain(_ name: some StringProtocol) -> Bool {
        var place = 0
        var isCoded = true
        for byte in name.utf8 {
            guard byte < 0x80 else { return false }
            if byte == UInt8(ascii: ".") {
                (place, isCoded) = (0, true)
            } else if place < codeMark.count {
                isCoded = isCoded && byte | 0x20 == codeMark[place]
                place += 1
                if isCoded, place == codeMark.count { return false }
            }
        }
        return true
    }

    /// The prefix of a label that encodes other letters: `xn--` (RFC 5890 §2.3.2.1).
    private static let codeMark = Array("xn--".utf8)

    /// Returns a label in its own letters; nil if its `xn--` encoding is invalid.
    package static func labelInLetters(_ label: Substring) -> String? {
        guard label.hasPrefix("xn--") else { return label.precomposedStringWithCanonicalMapping }
        let code = label.dropFirst(4)
        guard code.utf8.count <= longestLabel, let decoded = Punycode.decoded(code), Punycode.encoded(decoded) == code,
            decoded.utf8.contains(where: { $0 >= 0x80 })
        else { return nil }
        return decoded
    }

    /// Returns a lower-case name in its own letters, whether or not they are safe to show.
    package static func inLetters(_ name: String) -> String {
        guard !isPlain(name) else { return name }
        return name.split(separator: ".", omittingEmptySubsequences: false).map { labelInLetters($0) ?? String($0) }
            .joined(separator: ".")
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}

import Foundation

/// Names of hosts with letters of any alphabet (RFC 5890).
package enum HostName {
    /// A label has at most 63 letters (RFC 1035 §2.3.4): longer ones are in no name of the net, and nobody waits for what they would be.
    package static let longestLabel = 63

    /// As it stands in headers and is looked up.
    package static func inASCII(_ name: some StringProtocol) -> String {
        // The full stops of East Asian writing separate labels, too (RFC 3490 §3.1).
        name.split(omittingEmptySubsequences: false) { ".\u{3002}\u{FF0E}\u{FF61}".contains($0) }.map { label in
            guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return String(label) }
            let plain = label.lowercased().precomposedStringWithCompatibilityMapping.lowercased()
            // Wide letters and ligatures are ASCII by another look (UTS #46 §4).
            return plain.utf8.allSatisfy(isHostByte) ? plain : "xn--" + Punycode.encoded(plain)
        }.joined(separator: ".")
    }

    /// Nothing in it is written otherwise than it is read. By bytes: every address that comes is asked.
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

    /// How a label begins that stands for one in other letters: `xn--` (RFC 5890 §2.3.2.1).
    private static let codeMark = Array("xn--".utf8)

    /// A label in its own letters; nil when it is not what its `xn--` claims.
    package static func labelInLetters(_ label: Substring) -> String? {
        guard label.hasPrefix("xn--") else { return label.precomposedStringWithCanonicalMapping }
        let code = label.dropFirst(4)
        guard code.utf8.count <= longestLabel, let decoded = Punycode.decoded(code), Punycode.encoded(decoded) == code,
            decoded.utf8.contains(where: { $0 >= 0x80 })
        else { return nil }
        return decoded
    }

    /// A name, in lower case, in its own letters, whether they may be shown or not.
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

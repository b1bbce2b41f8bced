import Foundation

/// The encoding of folder names in IMAP and Maildir++ (RFC 3501 §5.1.3).
enum ModifiedUTF7 {
    /// Decodes a name; invalid parts stay unchanged.
    static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: "-") else { return result + rest[start...] }
            let code = rest[rest.index(after: start)..<end]
            if code.isEmpty {
                result += "&"
            } else {
                result += decoded(base64: String(code)) ?? String(rest[start...end])
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func decoded(base64 code: String) -> String? {
        let standard = code.replacing(",", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), data.count.isMultiple(of: 2) else { return nil }
        return String(bytes: data, encoding: .utf16BigEndian)
    }
}

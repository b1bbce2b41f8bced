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

    /// Encodes a name.
    /// - Parameter hidden: a character that the name must not contain as such.
    static func encoded(_ text: String, hiding hidden: Character? = nil) -> String {
        var result = ""
        var waiting: [UInt16] = []
        func flush() {
            guard !waiting.isEmpty else { return }
            let bytes = waiting.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let code = Data(bytes).base64EncodedString().replacing("/", with: ",").replacing("=", with: "")
            result += "&" + code + "-"
            waiting = []
        }
        for character in text {
            let isASCII = character.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
            guard isASCII, character != hidden else {
                waiting += Array(character.utf16)
                continue
            }
            flush()
            result += character == "&" ? "&-" : String(character)
        }
        flush()
        return result
    }

    private static func decoded(base64 code: String) -> String? {
        let standard = code.replacing(",", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), data.count.isMultiple(of: 2) else { return nil }
        return String(bytes: data, encoding: .utf16BigEndian)
    }
}

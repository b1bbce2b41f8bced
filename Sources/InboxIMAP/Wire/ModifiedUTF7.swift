import Foundation

/// The encoding of folder names (RFC 3501 §5.1.3).
enum ModifiedUTF7 {
    /// Decodes a name; what is not valid stays unchanged.
    static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(of: "&") {
            result.unicodeScalars += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "-") else { break }
            let code = String(rest[rest.index(after: start)..<end])
            guard let decoded = code.isEmpty ? "&" : decoded(base64: code) else {
                // Only the sign is taken as it is: another shift may begin behind it.
                result.unicodeScalars.append(rest.removeFirst())
                continue
            }
            result += decoded
            rest = rest[rest.index(after: end)...]
        }
        result.unicodeScalars += rest
        return result
    }

    /// Encodes a name.
    static func encoded(_ text: some StringProtocol) -> String {
        var result = ""
        var waiting: [UInt16] = []
        func flush() {
            guard !waiting.isEmpty else { return }
            let bytes = waiting.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            result += "&" + Data(bytes).base64EncodedString().replacing("/", with: ",").replacing("=", with: "") + "-"
            waiting = []
        }
        for scalar in text.unicodeScalars {
            guard (0x20...0x7E).contains(scalar.value) else {
                waiting += Array(scalar.utf16)
                continue
            }
            flush()
            result += scalar == "&" ? "&-" : String(scalar)
        }
        flush()
        return result
    }

    private static func decoded(base64 code: String) -> String? {
        guard code.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }) else { return nil }
        let padding = String(repeating: "=", count: (4 - code.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: code.replacing(",", with: "/") + padding), data.count >= 2,
            data.count.isMultiple(of: 2)
        else { return nil }
        let units = stride(from: 0, to: data.count, by: 2).map { UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]) }
        return String(validating: units, as: UTF16.self)
    }
}

/// A file that is sent with a message.
package struct OutgoingFile: Sendable {
    /// The id of the uploaded file; an HTML body shows the file as `cid:` and this id.
    package let id: String
    package let name: String
    package let contentType: String
    package let content: [UInt8]

    package init(id: String, name: String, contentType: String, content: [UInt8]) {
        self.id = id
        self.name = name
        self.contentType = contentType
        self.content = content
    }

    /// Returns the subtype of a media type, or `plain` when the type is malformed.
    package static func subtype(of contentType: String) -> String {
        let subtype = contentType.prefix { $0 != ";" }.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return isToken(subtype[...]) ? subtype : "plain"
    }

    private static func isToken(_ part: Substring) -> Bool {
        !part.isEmpty && part.utf8.count <= 100
            && part.utf8.allSatisfy {
                ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) || "-+._".utf8.contains($0)
            }
    }

    /// The type and subtype, with the parameters that the content depends on; only well-formed ones (RFC 2045 §5.1).
    package var safeType: String {
        let base = contentType.prefix { $0 != ";" }.lowercased()
        let parts = base.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isToken) else { return "application/octet-stream" }
        // These two must not be encoded (RFC 2046 §5.2.1), and their content must not change.
        guard parts[0] == "multipart" || parts[0] == "message" else { return base + parameters }
        return isSentAsItIs ? base : "application/octet-stream"
    }

    /// Whether the file is the answer to an invitation (RFC 5546 §3.2.3).
    var answersInvitation: Bool { safeType.hasPrefix("text/calendar; method=REPLY") }

    /// Whether the file is a message that another can hold without an encoding: ASCII lines within the length limit (RFC 5322 §2.1.1).
    package var isSentAsItIs: Bool {
        guard contentType.prefix(while: { $0 != ";" }).lowercased() == "message/rfc822", !content.isEmpty else {
            return false
        }
        var length = 0
        for (index, byte) in content.enumerated() {
            if byte == 0x0A {
                length = 0
                continue
            }
            if byte != 0x0D { length += 1 }
            let isLineEnd = byte != 0x0D || index + 1 < content.count && content[index + 1] == 0x0A
            guard byte > 0, byte < 0x80, isLineEnd, length <= 998 else { return false }
        }
        return true
    }

    /// Returns the parameters of a type that the content depends on: the charset of a text (RFC 2046 §4.1.2) and the method of a calendar
    /// (RFC 6047 §2.4). Drops those whose value would need quotes.
    static func telling(_ parameters: [String: String], of type: String) -> [String: String] {
        guard type.hasPrefix("text/") else { return [:] }
        let names = type == "text/calendar" ? ["method", "charset"] : ["charset"]
        return parameters.filter { names.contains($0.key) && isToken($0.value.lowercased()[...]) }
    }

    /// Returns the type of a file, with the charset of a text that is UTF-8 beyond ASCII and names none: readers take such a text for ASCII,
    /// or guess.
    package static func type(_ type: String, of content: [UInt8]) -> String {
        let lower = type.lowercased()
        guard lower.hasPrefix("text/"), !lower.contains("charset"), isBeyondASCII(content) else { return type }
        return type + ";charset=utf-8"
    }

    /// Whether a text is UTF-8 and not only ASCII.
    private static func isBeyondASCII(_ text: [UInt8]) -> Bool {
        text.contains { $0 >= 0x80 } && String(validating: text, as: UTF8.self) != nil
    }

    private var parameters: String {
        let parts = contentType.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
        guard let type = parts.first?.lowercased() else { return "" }
        var given: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=").map(String.init)
            if pair.count == 2 { given[pair[0].lowercased()] = pair[1] }
        }
        let told = Self.telling(given, of: type)
        // A part that has a method but no charset is Maraca's own, in UTF-8.
        let isUTF8 = told["method"] != nil || type.hasPrefix("text/") && Self.isBeyondASCII(content)
        let charset = told["charset"]?.lowercased() ?? (isUTF8 ? "utf-8" : nil)
        return (told["method"].map { "; method=\($0.uppercased())" } ?? "") + (charset.map { "; charset=\($0)" } ?? "")
    }
}

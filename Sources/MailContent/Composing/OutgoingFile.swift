/// A file that a message takes along.
package struct OutgoingFile: Sendable {
    /// The uploaded file; a body shows it by `cid:` and this.
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

    /// The subtype of a type; `plain` when it is no well-formed one.
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

    /// Type, subtype and what its bytes cannot do without, and only well-formed ones (RFC 2045 §5.1).
    package var safeType: String {
        let base = contentType.prefix { $0 != ";" }.lowercased()
        let parts = base.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isToken) else { return "application/octet-stream" }
        // Those two may not be encoded (RFC 2046 §5.2.1), and their content is not ours to change.
        guard parts[0] == "multipart" || parts[0] == "message" else { return base + parameters }
        return isSentAsItIs ? base : "application/octet-stream"
    }

    /// Whether it is the answer to an invitation (RFC 5546 §3.2.3).
    var answersInvitation: Bool { safeType.hasPrefix("text/calendar; method=REPLY") }

    /// A mail that can be part of another without an encoding: lines of ASCII, none too long (RFC 5322 §2.1.1).
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

    /// Those parameters of a type that its bytes cannot do without: the charset of a text (RFC 2046 §4.1.2), and what a calendar is
    /// for (RFC 6047 §2.4). Only such as need no quotes.
    static func telling(_ parameters: [String: String], of type: String) -> [String: String] {
        guard type.hasPrefix("text/") else { return [:] }
        let names = type == "text/calendar" ? ["method", "charset"] : ["charset"]
        return parameters.filter { names.contains($0.key) && isToken($0.value.lowercased()[...]) }
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
        // What says what it is for is from us, or says its charset.
        let charset = told["charset"]?.lowercased() ?? (told["method"] == nil ? nil : "utf-8")
        return (told["method"].map { "; method=\($0.uppercased())" } ?? "") + (charset.map { "; charset=\($0)" } ?? "")
    }
}

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

    /// Type and subtype only, and only well-formed ones (RFC 2045 §5.1).
    package var safeType: String {
        let base = contentType.prefix { $0 != ";" }.lowercased()
        let parts = base.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isToken) else { return "application/octet-stream" }
        // Those two may not be encoded (RFC 2046 §5.2.1), and their content is not ours to change.
        guard parts[0] == "multipart" || parts[0] == "message" else { return base + method }
        return isSentAsItIs ? base : "application/octet-stream"
    }

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

    /// What a calendar is for, which its type has to say (RFC 6047 §2.4).
    private var method: String {
        guard contentType.prefix(while: { $0 != ";" }).lowercased() == "text/calendar" else { return "" }
        for parameter in contentType.lowercased().split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=").map { $0.filter { $0 != " " && $0 != "\"" } }
            if pair.count == 2, pair[0] == "method", Self.isToken(pair[1][...]) {
                return "; method=\(pair[1].uppercased()); charset=utf-8"
            }
        }
        return ""
    }
}

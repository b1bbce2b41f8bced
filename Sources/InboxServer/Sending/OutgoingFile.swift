/// A file that a message takes along.
struct OutgoingFile: Sendable {
    /// The uploaded file; a body shows it by `cid:` and this.
    let id: String
    let name: String
    let contentType: String
    let content: [UInt8]

    /// The subtype of a type; `plain` when it is no well-formed one.
    static func subtype(of contentType: String) -> String {
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
    var safeType: String {
        let base = contentType.prefix { $0 != ";" }.lowercased()
        let parts = base.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isToken) else { return "application/octet-stream" }
        // Those two may not be encoded (RFC 2046 §5.2.1), and their content is not ours to change.
        return parts[0] == "multipart" || parts[0] == "message" ? "application/octet-stream" : base + method
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

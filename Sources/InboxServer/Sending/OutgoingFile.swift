/// A file that a message takes along.
struct OutgoingFile: Sendable {
    /// The uploaded file; a body shows it by `cid:` and this.
    let id: String
    let name: String
    let contentType: String
    let content: [UInt8]

    /// Type and subtype only, and only well-formed ones (RFC 2045 §5.1).
    var safeType: String {
        let base = contentType.prefix { $0 != ";" }.lowercased()
        let parts = base.split(separator: "/", omittingEmptySubsequences: false)
        let isToken = { (part: Substring) -> Bool in
            !part.isEmpty && part.utf8.count <= 100
                && part.utf8.allSatisfy {
                    ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) || "-+._".utf8.contains($0)
                }
        }
        guard parts.count == 2, parts.allSatisfy(isToken) else { return "application/octet-stream" }
        // Those two may not be encoded (RFC 2046 §5.2.1), and their content is not ours to change.
        return parts[0] == "multipart" || parts[0] == "message" ? "application/octet-stream" : base
    }
}

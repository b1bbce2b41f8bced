/// A node of a message: a multipart with children, or a leaf with content.
package struct MimePart: Sendable {
    /// The section number (RFC 3501 §6.4.5): "1" for the only part of a simple message, "" for the outermost multipart.
    package var partID: String
    package var parent: Int?
    /// The index in the message at which its headers begin.
    package var start = 0
    package var depth: Int
    package var headers: HeaderBlock
    /// In lower case; "text/plain" when the type is missing or can't be parsed.
    package var contentType: String
    package var parameters: [String: String]
    package var disposition: GMime.Parameterised
    /// The indices of its child parts, in order.
    package var children: [Int] = []
    package var isMultipart: Bool
    /// The range of its content in the message, still in its transfer encoding.
    package var content: Range<Int>

    package var isAttachment: Bool {
        disposition.value == "attachment"
    }

    /// The sender's name for the part, decoded; the one in Content-Disposition wins over Content-Type's (RFC 2183 §2.3).
    package var fileName: String {
        disposition.parameters["filename"] ?? parameters["name"] ?? ""
    }

    /// The Content-ID without its angle brackets.
    package var contentID: String? {
        guard let raw = headers.first("content-id") else { return nil }
        let text = String(decoding: raw, as: UTF8.self).trimmingBlanks()
        let inner = text.hasPrefix("<") && text.hasSuffix(">") ? String(text.dropFirst().dropLast()) : text
        return inner.isEmpty ? nil : inner
    }

    package var transferEncoding: String {
        guard let raw = headers.first("content-transfer-encoding") else { return "" }
        let text = String(decoding: raw, as: UTF8.self).lowercased()
        return String(text.prefix { $0 != ";" && $0 != "(" }).trimmingBlanks()
    }
}

/// One node of a message: a multipart with children, or a leaf with content.
package struct MimePart: Sendable {
    /// Its section number (RFC 3501 §6.4.5), "1" for the only part of a message that has one; "" for the outermost multipart.
    package var partID: String
    package var parent: Int?
    /// Where its headers begin in the message.
    package var start = 0
    package var depth: Int
    package var headers: HeaderBlock
    /// Lower case, "text/plain" when there is none or it can't be read.
    package var contentType: String
    package var parameters: [String: String]
    package var disposition: GMime.Parameterised
    /// Indices of the parts within it, in order.
    package var children: [Int] = []
    package var isMultipart: Bool
    /// Where its content lies in the message, transfer encoding not yet undone.
    package var content: Range<Int>

    package var isAttachment: Bool {
        disposition.value == "attachment"
    }

    /// The name that its sender gave, decoded; Content-Disposition's before Content-Type's (RFC 2183 §2.3).
    package var fileName: String {
        disposition.parameters["filename"] ?? parameters["name"] ?? ""
    }

    /// Content-ID without its angle brackets.
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

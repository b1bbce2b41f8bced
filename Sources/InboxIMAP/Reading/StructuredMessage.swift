import Foundation
import InboxModel
import MailContent

/// A message made of what its server tells of its parts, with the content of those that were fetched. What is text and what is a file in
/// it, MailContent decides as for the whole message.
struct StructuredMessage: Sendable {
    let structure: IMAPPart
    /// The header of the message; its own fields on its content are not used.
    var header: [UInt8] = []
    /// By section, as transferred.
    var contents: [String: [UInt8]] = [:]

    init(_ structure: IMAPPart, header: [UInt8] = []) { (self.structure, self.header) = (structure, header) }

    func parsed() -> ParsedMessage { ParsedMessage.parse(bytes) }

    /// The files that the whole message has, apart from those within its texts if these were not fetched.
    func files(of message: RemoteID) -> [MessageFile] { files(in: parsed(), of: message) }

    /// - Parameter parsed: this message.
    func files(in parsed: ParsedMessage, of message: RemoteID) -> [MessageFile] {
        let leaves = Dictionary(structure.leaves.map { ($0.section, $0) }, uniquingKeysWith: { first, _ in first })
        return parsed.files.prefix(MessageFile.most).map { file in
            MessageFile(
                file, of: message,
                size: contents[file.partID] == nil ? leaves[file.partID]?.decodedSize ?? file.size : file.size)
        }
    }

    /// The parts that are the text of the message, for any reader.
    var textParts: [IMAPPart] {
        let files = Set(parsed().files.map(\.partID))
        return structure.leaves.filter { part in
            part.contentType.hasPrefix("text/") && !files.contains(part.section)
                && !["text/x-amp-html", "text/watch-html"].contains(part.contentType)
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        let block = HeaderBlock(LineReader(header), from: 0, budget: MimeLimits.headerBytes, isRoot: true) { _ in false
        }
        for field in block.fields where !Self.isOnContent(field.name) {
            bytes += Array((field.name + ": ").utf8) + field.value + Self.lineEnd
        }
        // What no sender can have guessed.
        write(structure, boundary: "=_" + UUID().uuidString, depth: 0, into: &bytes)
        return bytes
    }
}

private extension StructuredMessage {
    static let lineEnd: [UInt8] = [0x0D, 0x0A]

    static func isOnContent(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-") || name == "mime-version"
    }

    /// The limit on the depth also limits the recursion.
    func write(_ part: IMAPPart, boundary: String, depth: Int, into bytes: inout [UInt8]) {
        let isOpen = part.isMultipart && depth <= MimeLimits.depth
        var parameters = part.parameters
        parameters["boundary"] = isOpen ? boundary : nil
        bytes += Self.field("Content-Type", Self.token(part.contentType) ?? "application/octet-stream", parameters)
        if let disposition = part.disposition.flatMap({ Self.token($0) }) ?? part.fileName.map({ _ in "attachment" }) {
            bytes += Self.field("Content-Disposition", disposition, part.fileName.map { ["filename": $0] } ?? [:])
        }
        if let id = part.contentID {
            bytes += Array("Content-ID: <\(String(id.unicodeScalars.filter { $0 >= " " }))>\r\n".utf8)
        }
        if let encoding = Self.token(part.encoding), !part.isMultipart {
            bytes += Array("Content-Transfer-Encoding: \(encoding)\r\n".utf8)
        }
        bytes += Self.lineEnd
        guard isOpen else {
            bytes += contents[part.section] ?? []
            return
        }
        for (number, child) in part.parts.enumerated() {
            bytes += Array("--\(boundary)\r\n".utf8)
            write(child, boundary: "\(boundary)_\(number)", depth: depth + 1, into: &bytes)
            bytes += Self.lineEnd
        }
        bytes += Array("--\(boundary)--\r\n".utf8)
    }

    static func field(_ name: String, _ value: String, _ parameters: [String: String]) -> [UInt8] {
        var text = "\(name): \(value)"
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            guard let name = token(name) else { continue }
            text += ";\r\n \(name)" + written(value)
        }
        return Array((text + "\r\n").utf8)
    }

    /// A value as it is, or in the form for any text (RFC 2231 §4).
    static func written(_ value: String) -> String {
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }), !value.contains("=?") {
            return "=\"\(value)\""
        }
        let coded = value.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "*=utf-8''" + coded.joined()
    }

    /// A token, or two with a `/`; nil if it is none.
    static func token(_ text: String) -> String? {
        let isOne = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"[]?=".utf8.contains($0) }
        return text.isEmpty || !isOne ? nil : text
    }
}

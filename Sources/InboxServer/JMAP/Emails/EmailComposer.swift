import Foundation
import MailContent

/// Composes the bytes of a message from the properties of an Email (RFC 8621 §4.6).
struct EmailComposer {
    private let object: JSONValue
    private let blob: (String) throws -> [UInt8]?

    private static let other: Set<String> = [
        "mailboxIds", "keywords", "receivedAt", "bodyStructure", "bodyValues", "textBody", "htmlBody", "attachments",
        "hasAttachment", "preview",
    ]

    /// - Parameter blob: returns the bytes of a blob; nil when there is none with that id.
    init(_ object: JSONValue, blob: @escaping (String) throws -> [UInt8]?) throws {
        guard let members = object.members else { throw SetError.invalidProperties([], "an email is an object") }
        let unknown = members.map(\.name).filter {
            !Self.other.contains($0) && HeaderLine.conveniences[$0] == nil && HeaderProperty($0) == nil
        }
        guard unknown.isEmpty else { throw SetError.invalidProperties(unknown, "cannot be set") }
        self.object = object
        self.blob = blob
    }

    var bytes: [UInt8] {
        get throws {
            let bytes = Array(try headers.utf8) + Array("MIME-Version: 1.0\r\n".utf8) + (try body.bytes)
            return bytes.suffix(2) == [0x0D, 0x0A] ? bytes : bytes + [0x0D, 0x0A]
        }
    }

    private var headers: String {
        get throws {
            var text = ""
            var written: Set<String> = []
            for member in object.members ?? [] where !member.value.isNull {
                guard let line = HeaderLine(member.name) else { continue }
                guard !line.name.hasPrefix("content-"), written.insert(line.name).inserted || line.wantsAll else {
                    throw SetError.invalidProperties([member.name], "this header cannot be set, or is set twice")
                }
                text += try line.text(member.value, property: member.name)
            }
            if !written.contains("date") { text += HeaderWriter.field("Date", raw: HeaderDate.text(Date())) }
            if !written.contains("message-id") {
                text += HeaderWriter.field("Message-ID", raw: "<\(PublicID.random())@maraca.invalid>")
            }
            return text
        }
    }

    private var body: ComposedPart {
        get throws {
            if let structure = object["bodyStructure"], !structure.isNull { return try part(structure) }
            let attachments = try (object["attachments"]?.arrayValue ?? []).map { value in
                try part(value, disposition: "attachment")
            }
            let texts = try ["textBody", "htmlBody"].flatMap { name in
                let parts = try (object[name]?.arrayValue ?? []).map { try part($0) }
                guard parts.count <= 1 else { throw SetError.invalidProperties([name], "has one part only") }
                return parts
            }
            var content = texts.count == 1 ? texts[0] : .group("alternative", texts)
            if texts.isEmpty { content = .text("", subtype: "plain", headers: "") }
            let inline = attachments.filter { $0.isInline }
            let attached = attachments.filter { !$0.isInline }
            if !inline.isEmpty { content = .group("related", [content] + inline) }
            return attached.isEmpty ? content : .group("mixed", [content] + attached)
        }
    }

    private func part(_ value: JSONValue, disposition: String? = nil) throws -> ComposedPart {
        let type = (value["type"]?.textValue ?? Self.typeHeader(value) ?? "text/plain").lowercased()
        if let parts = value["subParts"]?.arrayValue {
            guard type.hasPrefix("multipart/") else {
                throw SetError.invalidProperties(["bodyStructure"], "only a multipart has parts")
            }
            return .group(String(type.dropFirst("multipart/".count)), try parts.map { try part($0) })
        }
        let headers = partHeaders(value, disposition: disposition)
        if let id = value["partId"]?.textValue {
            guard let text = object["bodyValues"]?[id]?["value"]?.textValue else {
                throw SetError.invalidProperties(["bodyValues"], "there is no body value \(id)")
            }
            // RFC 8621 §4.6.
            let isWhole = ["isTruncated", "isEncodingProblem"].allSatisfy {
                object["bodyValues"]?[id]?[$0]?.boolValue != true
            }
            guard isWhole else {
                throw SetError.invalidProperties(["bodyValues"], "what is cut or garbled can't be kept")
            }
            guard type.hasPrefix("text/") else {
                throw SetError.invalidProperties(["bodyValues"], "a body value is text")
            }
            return .text(text, subtype: OutgoingFile.subtype(of: type), headers: headers)
        }
        guard let id = value["blobId"]?.textValue else {
            throw SetError.invalidProperties(["bodyStructure"], "a part has a partId or a blobId")
        }
        guard let content = try blob(id) else {
            throw SetError(type: "blobNotFound", members: [JSONMember("notFound", .texts([id]))])
        }
        let isInline = value["cid"]?.textValue != nil && value["disposition"]?.textValue == "inline"
        let charset = type.hasPrefix("text/") && !type.contains(";") ? value["charset"]?.textValue : nil
        let told = charset.map { "\(type); charset=\($0)" } ?? type
        return .file(content, type: told, headers: headers, isInline: isInline)
    }

    /// Returns the type as a header value, which alone can have parameters.
    private static func typeHeader(_ value: JSONValue) -> String? {
        let header = value["header:Content-Type:asRaw"]?.textValue ?? value["header:Content-Type"]?.textValue
        return header?.trimmingCharacters(in: .whitespaces)
    }

    private func partHeaders(_ value: JSONValue, disposition: String?) -> String {
        var text = ""
        let ofType = Self.typeHeader(value).flatMap { GMime.contentType(Array($0.utf8)).parameters["name"] }
        let name = value["name"]?.textValue ?? ofType ?? ""
        if let given = value["disposition"]?.textValue ?? disposition {
            let word = given.lowercased() == "inline" ? "inline" : "attachment"
            let parameters = name.isEmpty ? [] : HeaderWriter.parameter("filename", name)
            text += "Content-Disposition: " + ([word] + parameters).joined(separator: ";\r\n ") + "\r\n"
        }
        if let cid = value["cid"]?.textValue {
            let clean = HeaderWriter.cleaned(cid).filter { !"<> ".contains($0) }
            text += HeaderWriter.field("Content-ID", raw: "<\(clean)>")
        }
        return text
    }
}

/// A part of a message under composition.
indirect enum ComposedPart {
    case text(String, subtype: String, headers: String)
    case file([UInt8], type: String, headers: String, isInline: Bool)
    case group(String, [ComposedPart])

    var isInline: Bool {
        if case .file(_, _, _, let isInline) = self { isInline } else { false }
    }

    /// The bytes with the Content- headers, and without a line break after the content.
    var bytes: [UInt8] {
        switch self {
        case .text(let text, let subtype, let headers):
            return Array(
                ("Content-Type: text/\(subtype); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\(headers)\r\n"
                    + QuotedPrintable.encoded(text)).utf8.dropLast(2))
        case .file(let content, let type, let headers, _):
            let file = OutgoingFile(id: "", name: "", contentType: type, content: content)
            // A message must not be encoded (RFC 2046 §5.2.1), so it is included unchanged, but for its line ends.
            if type == "message/rfc822" {
                return Array("Content-Type: message/rfc822\r\n\(headers)\r\n".utf8) + Self.withNetworkLineEnds(content)
            }
            return Array(
                ("Content-Type: \(file.safeType)\r\n\(headers)Content-Transfer-Encoding: base64\r\n\r\n"
                    + Data(content).base64EncodedString(options: [
                        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
                    ]))
                    .utf8)
        case .group(let subtype, let parts):
            let boundary = "=_\(PublicID.random())"
            let name = OutgoingFile.subtype(of: "multipart/" + subtype)
            var result = Array("Content-Type: multipart/\(name); boundary=\"\(boundary)\"\r\n\r\n".utf8)
            for part in parts { result += Array("--\(boundary)\r\n".utf8) + part.bytes + [0x0D, 0x0A] }
            return result + Array("--\(boundary)--".utf8)
        }
    }

    /// Returns the bytes with CRLF for each bare LF.
    private static func withNetworkLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 40)
        for byte in bytes {
            if byte == 0x0A, result.last != 0x0D { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }
}

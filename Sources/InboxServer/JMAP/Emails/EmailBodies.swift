import MailContent

/// The body parts of a message in JMAP form (RFC 8621 §4.1.4).
struct EmailBodies {
    private let bytes: [UInt8]
    private let tree: MimeTree
    private let selection: BodySelection
    private let blobID: (String) -> String?

    /// - Parameter blobID: returns the blob id for a part's id; nil when parts have no blobs.
    init(_ bytes: [UInt8], blobID: @escaping (String) -> String?) {
        let lines = LineReader(bytes)
        self.bytes = bytes
        tree = MimeTree(lines)
        selection = BodySelection(tree)
        self.blobID = blobID
    }

    var hasAttachment: Bool { selection.files.contains { !isInline(tree.parts[$0]) } }

    func structure(_ wishes: BodyWishes) -> JSONValue {
        tree.parts.isEmpty ? .null : json(0, wishes, isWhole: true)
    }

    func textBody(_ wishes: BodyWishes) -> JSONValue { list(selection.plain, wishes) }
    func htmlBody(_ wishes: BodyWishes) -> JSONValue { list(selection.html, wishes) }
    func attachments(_ wishes: BodyWishes) -> JSONValue { list(selection.files, wishes) }

    /// Returns the requested body values, by part id.
    func values(_ wishes: BodyWishes) -> JSONValue {
        var wanted: Set<Int> = []
        if wishes.fetchesText { wanted.formUnion(selection.plain) }
        if wishes.fetchesHTML { wanted.formUnion(selection.html) }
        if wishes.fetchesAll { wanted.formUnion(tree.leaves.filter { tree.parts[$0].contentType.hasPrefix("text/") }) }
        return .object(
            wanted.sorted().map {
                JSONMember(tree.parts[$0].partID, value(of: tree.parts[$0], maxBytes: wishes.maxBytes))
            })
    }

    private func value(of part: MimePart, maxBytes: Int) -> JSONValue {
        let content = PartContent(of: part, in: bytes)
        let inHTML = part.contentType == "text/html" ? HTMLCharset.declared(in: content.bytes) : nil
        let decoded = TextDecoder(content.bytes, charset: part.parameters["charset"] ?? inHTML)
        var text = decoded.text.replacing("\r\n", with: "\n")
        let isTruncated = maxBytes > 0 && text.utf8.count > maxBytes
        if isTruncated { text = Self.beginning(of: text, bytes: maxBytes) }
        return .object([
            JSONMember("isEncodingProblem", .bool(content.problem != nil || decoded.problem != nil)),
            JSONMember("isTruncated", .bool(isTruncated)),
            JSONMember("value", .text(text)),
        ])
    }

    /// Cuts the text, never within a character.
    private static func beginning(of text: String, bytes: Int) -> String {
        var end = text.utf8.index(text.startIndex, offsetBy: bytes)
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }

    private func list(_ indices: [Int], _ wishes: BodyWishes) -> JSONValue {
        .array(indices.map { json($0, wishes, isWhole: false) })
    }

    private func isInline(_ part: MimePart) -> Bool { part.disposition.value == "inline" && part.contentID != nil }

    private func json(_ index: Int, _ wishes: BodyWishes, isWhole: Bool) -> JSONValue {
        let part = tree.parts[index]
        var members: [JSONMember] = []
        for name in wishes.properties.sorted() {
            guard name != "subParts" else { continue }
            members.append(JSONMember(name, value(name, of: part)))
        }
        if part.isMultipart, isWhole || wishes.properties.contains("subParts") {
            members.append(
                JSONMember("subParts", .array(part.children.map { json($0, wishes, isWhole: isWhole) })))
        }
        return .object(members)
    }

    private func value(_ property: String, of part: MimePart) -> JSONValue {
        switch property {
        case "partId": return part.isMultipart ? .null : .text(part.partID)
        case "blobId": return part.isMultipart ? .null : .optional(blobID(part.partID))
        case "size": return .integer(part.isMultipart ? 0 : PartContent(of: part, in: bytes).bytes.count)
        case "name": return part.fileName.isEmpty ? .null : .text(part.fileName)
        case "type": return .text(part.contentType)
        case "charset":
            guard part.contentType.hasPrefix("text/") else { return .null }
            return .text(part.parameters["charset"] ?? "us-ascii")
        case "disposition": return .optional(part.disposition.value.isEmpty ? nil : part.disposition.value)
        case "cid": return .optional(part.contentID)
        case "headers": return .array(Self.headers(of: part).map(\.json))
        case "language", "location": return .null
        default: return HeaderProperty(property)?.value(in: Self.headers(of: part)) ?? .null
        }
    }

    private static func headers(of part: MimePart) -> [RawHeader] {
        part.headers.fields.map { RawHeader(name: $0.name, value: [0x20] + $0.value) }
    }
}

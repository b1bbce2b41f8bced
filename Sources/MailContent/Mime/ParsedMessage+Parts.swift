private import InboxModel

extension ParsedMessage {
    mutating func readParts(_ tree: MimeTree, bytes: [UInt8]) {
        let selection = BodySelection(tree)
        var texts: [Int: String] = [:]
        var inTexts: [ParsedFile] = []
        for index in Set(selection.plain + selection.html).sorted() {
            texts[index] = readText(tree.parts[index], bytes: bytes, files: &inTexts)
        }
        body = Self.body(selection, tree, texts)
        files = selection.files.map { readFile(tree.parts[$0], in: tree, bytes: bytes) } + inTexts
    }

    /// Returns the bytes of a uuencoded file in a text.
    static func contents(of part: MimePart, in bytes: [UInt8], file number: Int) -> [UInt8]? {
        let files = uuencoded(part, PartContent(of: part, in: bytes).bytes)
        return files.indices.contains(number - 1) ? files[number - 1].bytes : nil
    }

    /// Returns the uuencoded files in a text, except in flowed text, whose lines change, and in signed text: removing a file would
    /// invalidate the signature.
    private static func uuencoded(_ part: MimePart, _ text: [UInt8]) -> [Uuencoded] {
        guard part.contentType == "text/plain", !part.isAttachment, !isFlowed(part) else { return [] }
        let files = Uuencoded.all(in: text)
        return files.isEmpty || String(decoding: text, as: UTF8.self).contains("-----BEGIN PGP ") ? [] : files
    }

    private static func isFlowed(_ part: MimePart) -> Bool { part.parameters["format"]?.lowercased() == "flowed" }
}

private extension ParsedMessage {
    /// Assembles the body. HTML is `nil` when no text is HTML; plain text is `nil` when some text is only available as HTML.
    static func body(_ selection: BodySelection, _ tree: MimeTree, _ texts: [Int: String]) -> MessageBody {
        func isHTML(_ index: Int) -> Bool { tree.parts[index].contentType == "text/html" }
        var body = MessageBody()
        if !selection.plain.contains(where: isHTML) {
            body.plain = selection.plain.compactMap { texts[$0] }.joined(separator: "\n")
        }
        if selection.html.contains(where: isHTML) {
            body.html = selection.html.compactMap { index in
                texts[index].map { isHTML(index) ? $0 : PlainAsHTML.wrapped($0) }
            }.joined(separator: "\n")
        }
        return body
    }

    mutating func readText(_ part: MimePart, bytes: [UInt8], files: inout [ParsedFile]) -> String {
        var content = PartContent(of: part, in: bytes)
        if let problem = content.problem { note(problem) }
        var charset = part.parameters["charset"]
        if charset == nil, part.contentType == "text/html" { charset = HTMLCharset.declared(in: content.bytes) }
        let found = Self.uuencoded(part, content.bytes)
        content.bytes = Uuencoded.rest(of: content.bytes, without: found)
        for (index, file) in found.enumerated() {
            let name = TextDecoder(Array(file.name), charset: charset).text
            files.append(
                ParsedFile(
                    partID: "\(part.partID)\(ParsedFile.inText)\(index + 1)", fileName: name,
                    contentType: FileType.named(name), size: file.bytes.count))
        }
        let decoded = TextDecoder(content.bytes, charset: charset)
        if let problem = decoded.problem { note(problem) }
        guard part.contentType != "text/html" else { return decoded.text }
        if EnrichedText.isOne(part.contentType) { return EnrichedText.plain(decoded.text.withLineFeeds()) }
        if Self.isFlowed(part) {
            return FlowedText.unwrapped(
                decoded.text.withLineFeeds(), deletesSpace: part.parameters["delsp"]?.lowercased() == "yes")
        }
        return decoded.text.withLineFeeds()
    }

    mutating func readFile(_ part: MimePart, in tree: MimeTree, bytes: [UInt8]) -> ParsedFile {
        let content = PartContent(of: part, in: bytes)
        if let problem = content.problem { note(problem) }
        let isRelated = part.parent.map { tree.parts[$0].contentType == "multipart/related" } ?? false
        var file = ParsedFile(
            partID: part.partID, fileName: part.fileName, contentType: part.contentType, size: content.bytes.count,
            contentID: part.contentID,
            isInline: !part.isAttachment && (part.disposition.value == "inline" || isRelated && part.contentID != nil))
        file.parameters = OutgoingFile.telling(part.parameters, of: part.contentType)
        return file
    }
}

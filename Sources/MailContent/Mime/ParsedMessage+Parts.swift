private import InboxModel

extension ParsedMessage {
    mutating func readParts(_ tree: MimeTree, bytes: [UInt8]) {
        let selection = BodySelection(tree)
        var texts: [Int: String] = [:]
        for index in Set(selection.plain + selection.html).sorted() {
            texts[index] = readText(tree.parts[index], bytes: bytes)
        }
        body = Self.body(selection, tree, texts)
        files = selection.files.map { readFile(tree.parts[$0], in: tree, bytes: bytes) }
    }
}

private extension ParsedMessage {
    /// HTML is `nil` when nothing of it is HTML, plain text when some of it is only to be had as HTML.
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

    mutating func readText(_ part: MimePart, bytes: [UInt8]) -> String {
        let content = PartContent(of: part, in: bytes)
        if let problem = content.problem { note(problem) }
        var charset = part.parameters["charset"]
        if charset == nil, part.contentType == "text/html" { charset = HTMLCharset.declared(in: content.bytes) }
        let decoded = TextDecoder(content.bytes, charset: charset)
        if let problem = decoded.problem { note(problem) }
        guard part.contentType != "text/html" else { return decoded.text }
        if EnrichedText.isOne(part.contentType) { return EnrichedText.plain(decoded.text.withLineFeeds()) }
        if part.parameters["format"]?.lowercased() == "flowed" {
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

/// Decides which parts are the text of a message and which are files (RFC 8621 §4.1.4 describes the same in other words).
package struct BodySelection: Sendable {
    package private(set) var plain: [Int] = []
    package private(set) var html: [Int] = []
    package private(set) var files: [Int] = []

    package init(_ tree: MimeTree) {
        guard !tree.parts.isEmpty else { return }
        var texts = Texts()
        visit([0], of: tree, under: "multipart/mixed", inAlternative: false, into: &texts)
        plain = texts.plain
        html = texts.html
    }

    /// The texts found so far, for readers of plain text and for readers of HTML: each list gets its own form of an alternative.
    private struct Texts {
        var plain: [Int] = []
        var html: [Int] = []
    }

    /// Sorts parts into texts and files. The limit on the depth of a tree (`MimeLimits.depth`) also limits this recursion.
    private mutating func visit(
        _ children: [Int], of tree: MimeTree, under type: String, inAlternative: Bool, into texts: inout Texts
    ) {
        let (plainBefore, htmlBefore) = (texts.plain.count, texts.html.count)
        let root = type == "multipart/related" ? Self.root(children, tree) : 0
        for (position, index) in children.enumerated() {
            let part = tree.parts[index]
            if part.isMultipart {
                let isAlternative = part.contentType == "multipart/alternative"
                visit(
                    part.children, of: tree, under: part.contentType, inAlternative: inAlternative || isAlternative,
                    into: &texts)
            } else if type == "multipart/alternative", Self.isForOthers(part) {
                continue
            } else if !isBody(part, position: position - root, under: type) {
                files.append(index)
            } else {
                add(index, part, under: type, inAlternative: inAlternative, into: &texts)
            }
        }
        guard type == "multipart/alternative" else { return }
        // An alternative with only one form goes into both lists.
        if texts.plain.count == plainBefore, texts.html.count > htmlBefore {
            texts.plain += texts.html[htmlBefore...]
        } else if texts.html.count == htmlBefore, texts.plain.count > plainBefore {
            texts.html += texts.plain[plainBefore...]
        }
    }

    /// Returns the position of the part that shows the others: the first, unless it can't show any, such as a picture before its text.
    private static func root(_ children: [Int], _ tree: MimeTree) -> Int {
        children.firstIndex { index in
            let part = tree.parts[index]
            return part.isMultipart || part.contentType == "text/html" || part.contentType == "text/plain"
        } ?? 0
    }

    /// Whether a part is a form of the text for dynamic mail or for watches: neither text for a reader nor an attached file.
    private static func isForOthers(_ part: MimePart) -> Bool {
        !part.isAttachment && ["text/x-amp-html", "text/watch-html"].contains(part.contentType)
    }

    /// Whether a text of this type is readable as it is, or nearly so.
    package static func isOtherText(_ type: String) -> Bool {
        switch type {
        case "text/enriched", "text/richtext", "text/markdown": true
        case "text/x-amp-html", "text/x-vcard": false
        default: type.hasPrefix("text/x-")
        }
    }

    private mutating func add(
        _ index: Int, _ part: MimePart, under type: String, inAlternative: Bool, into texts: inout Texts
    ) {
        guard type == "multipart/alternative" || inAlternative else {
            texts.plain.append(index)
            texts.html.append(index)
            return
        }
        if part.contentType == "text/html" { texts.html.append(index) } else { texts.plain.append(index) }
    }

    private func isBody(_ part: MimePart, position: Int, under type: String) -> Bool {
        // The first part of a message is its text, whatever its form, unless only programs can read it.
        if position == 0, type == "multipart/mixed", part.fileName.isEmpty, Self.isOtherText(part.contentType) {
            return !part.isAttachment
        }
        guard !part.isAttachment, part.contentType == "text/plain" || part.contentType == "text/html" else {
            return false
        }
        if position == 0 { return true }
        return type != "multipart/related" && part.fileName.isEmpty
    }
}

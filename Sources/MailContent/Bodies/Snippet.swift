public import InboxModel

/// The line of text that a list shows below a subject.
public enum Snippet {
    /// The most characters of a snippet.
    public static let length = 191
    /// The most bytes that are read; a snippet never needs more.
    private static let maximumRead = 64 << 10

    /// Returns the beginning of what the sender wrote, cleaned and with collapsed blanks: without quotes, the line that introduces them,
    /// the signature and the footer of a mailing list. Falls back to the quotes when there is nothing else.
    public static func text(of body: MessageBody) -> String {
        text(of: BodyChoice.preferred(MessageBody(html: body.html.map(head), plain: body.plain.map(head))))
    }

    /// Returns the same for a text that is already parsed.
    public static func text(of text: StyledText) -> String {
        let folding = QuoteFolding(text, minimumLines: 1)
        let own = text.lines.indices.filter { !folding.contains($0) && text.lines[$0].quoteDepth == 0 }
        let ending = own.indices.first { endsText(own[$0...], of: text) }.map { own[$0] } ?? text.lines.count
        let chosen = own.prefix { $0 < ending }.filter { !text.lines[$0].isEmpty }
        let lines = chosen.isEmpty ? text.lines[...] : chosen.prefix(100).map { text.lines[$0] }[...]
        return collapsed(lines.prefix(100).map(\.text).joined(separator: " "))
    }

    /// Returns a server's preview as text: for mails with only HTML, it may be HTML source.
    public static func text(ofPreview preview: String) -> String {
        guard isSource(preview) else { return preview }
        return text(of: MessageBody(html: preview))
    }

    private static func isSource(_ text: String) -> Bool {
        let start = text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(64)
        guard start.first == UInt8(ascii: "<"), let next = start.dropFirst().first else { return false }
        let word = String(decoding: start.dropFirst(), as: UTF8.self).lowercased()
        return next == UInt8(ascii: "!")
            || ["html", "head", "body", "meta", "style", "table", "div", "p", "font", "center", "span", "title"]
                .contains { name in
                    guard word.hasPrefix(name), let end = word.dropFirst(name.count).first else { return false }
                    return end == ">" || end.isWhitespace
                }
    }

    /// The shortest line that mailing lists draw between a message and their footer.
    private static let ruleLength = 20
    private static let footerWords = ["mailing list", "unsubscribe", "listinfo"]

    /// Whether a signature begins here, or a list's footer: a line of underscores above a few lines that mention a list.
    private static func endsText(_ lines: ArraySlice<Int>, of text: StyledText) -> Bool {
        guard let first = lines.first else { return false }
        let line = text.lines[first].text
        if line == "-- " || line == "--" { return true }
        guard line.hasPrefix("____") else { return false }
        let marks = line.trimmingBlanks()
        guard marks.utf8.count >= ruleLength, marks.utf8.allSatisfy({ $0 == 0x5F }) else { return false }
        return lines.dropFirst().lazy.map { text.lines[$0] }.filter { !$0.isEmpty }.prefix(3).contains { line in
            let words = line.text.lowercased()
            return footerWords.contains { words.contains($0) }
        }
    }

    private static func head(_ text: String) -> String {
        guard text.utf8.count > maximumRead else { return text }
        return String(decoding: text.utf8.prefix(maximumRead), as: UTF8.self)
    }

    /// Collapses a text to at most 191 characters: a run of blanks becomes one, and there is none before punctuation or at the start.
    public static func collapsed(_ text: String) -> String {
        if let plain = text.utf8.withContiguousStorageIfAvailable(collapsedASCII) ?? nil { return plain }
        var result = ""
        var count = 0
        var hasBlank = false
        for character in text {
            guard !character.isWhitespace else {
                hasBlank = count > 0
                continue
            }
            let takesBlank = hasBlank && !".,;:!?".contains(character)
            guard count + (takesBlank ? 2 : 1) <= length else { break }
            if takesBlank { result.append(" ") }
            result.append(character)
            count += takesBlank ? 2 : 1
            hasBlank = false
        }
        return result
    }

    /// Does the same byte by byte; returns `nil` when a non-ASCII character occurs before the end.
    private static func collapsedASCII(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(length)
        var hasBlank = false
        for byte in text {
            guard byte < 0x80 else { return nil }
            guard byte != 0x20, !(0x09...0x0D).contains(byte) else {
                hasBlank = !result.isEmpty
                continue
            }
            let takesBlank = hasBlank && !".,;:!?".utf8.contains(byte)
            guard result.count + (takesBlank ? 2 : 1) <= length else { break }
            if takesBlank { result.append(0x20) }
            result.append(byte)
            hasBlank = false
        }
        return String(decoding: result, as: UTF8.self)
    }
}

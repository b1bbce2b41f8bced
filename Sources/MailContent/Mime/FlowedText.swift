private extension Substring {
    func trimmingSuffix(_ character: Character) -> Substring {
        var rest = self
        while rest.last == character { rest.removeLast() }
        return rest
    }
}

/// Text in the form format=flowed: paragraphs of lines that end in a blank (RFC 3676).
package enum FlowedText {
    /// Lines that are no longer than this stay as they are (RFC 5322 §2.1.1), in characters.
    static let longest = 78
    /// Where others are broken, so that they can be quoted a few times (RFC 3676 §4.2).
    static let width = 72

    /// The text with its long lines broken; nil where none has to be, or none may be: patches are read by programs that know nothing
    /// of soft breaks. Quotes stay as they are, as others wrote them.
    ///
    /// Blanks at the ends of lines are lost, for in this form they mean something.
    /// - Parameters:
    ///   - text: with LF at the ends of lines.
    ///   - isExact: nil also where blanks would be lost.
    package static func wrapped(_ text: String, isExact: Bool = false) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.contains(where: { isLong($0) && breakPoint($0.trimmingSuffix(" ")) != nil }),
            !lines.contains(where: isOfPatch)
        else { return nil }
        if isExact, lines.contains(where: { $0.last == " " && $0 != signature }) { return nil }
        return lines.flatMap(broken).joined(separator: "\n")
    }

    private static let signature = "-- "

    private static func isLong(_ line: Substring) -> Bool {
        line.first != ">" && line.utf8.count > longest && line.count > longest
    }

    /// What git writes, the list of files above a patch series too.
    private static func isOfPatch(_ line: Substring) -> Bool {
        line.hasPrefix("diff --git ") || line.hasPrefix("@@ -") || line.hasPrefix("+++ ")
            || line.first == " " && line.contains(" changed, ") && line.contains(" file")
    }

    private static func broken(_ line: Substring) -> [String] {
        if line == signature { return [String(line)] }
        var rest = line.trimmingSuffix(" ")
        if rest.first == ">" { return [String(rest)] }
        var result: [String] = []
        if isLong(rest) {
            while let end = breakPoint(rest) {
                result.append(stuffed(rest[..<end]))
                rest = rest[end...]
            }
        }
        return result + [stuffed(rest)]
    }

    /// Behind the blanks after the last word that fits, or after the first one that is longer; nil where the rest fits.
    private static func breakPoint(_ text: Substring) -> Substring.Index? {
        guard let limit = text.index(text.startIndex, offsetBy: width, limitedBy: text.endIndex), limit < text.endIndex
        else { return nil }
        var last: Substring.Index?
        var index = text.firstIndex { $0 != " " } ?? text.endIndex
        while let blank = text[index...].firstIndex(of: " ") {
            if blank >= limit, last != nil { return last }
            index = text[blank...].firstIndex { $0 != " " } ?? text.endIndex
            // A line of two dashes and a blank would begin a signature.
            if index < text.endIndex, text[..<index] != signature { last = index }
            if blank >= limit { return last }
        }
        return last
    }

    /// What looks like a quote, a mbox line or a stuffed one gets a blank in front (RFC 3676 §4.4).
    private static func stuffed(_ line: Substring) -> String {
        line.first == ">" || line.first == " " || line.hasPrefix("From ") ? " " + line : String(line)
    }

    /// Paragraphs come out as one line each, quoted ones with their quote marks and a blank in front.
    /// - Parameters:
    ///   - text: with LF at the ends of lines.
    ///   - deletesSpace: the parameter DelSp: the blank before a soft break isn't part of the text.
    package static func unwrapped(_ text: String, deletesSpace: Bool) -> String {
        var result: [String] = []
        var paragraph = ""
        var depth = 0
        var isOpen = false
        func finish() {
            if isOpen { result.append(quoted(paragraph, depth: depth)) }
            isOpen = false
            paragraph = ""
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let marks = line.prefix { $0 == ">" }.count
            var content = line.dropFirst(marks)
            if content.first == " " { content = content.dropFirst() }
            if isOpen, marks != depth || content == "-- " { finish() }
            depth = marks
            isOpen = true
            if content.last == " ", content != "-- " {
                paragraph += deletesSpace ? content.dropLast() : content
            } else {
                paragraph += content
                finish()
            }
        }
        finish()
        return result.joined(separator: "\n")
    }

    private static func quoted(_ text: String, depth: Int) -> String {
        if depth > 0 { return String(repeating: ">", count: depth) + (text.isEmpty ? "" : " " + text) }
        // What looks like a quote or mbox line was stuffed with a blank and is none (RFC 3676 §4.4).
        return text.hasPrefix(">") ? " " + text : text
    }
}

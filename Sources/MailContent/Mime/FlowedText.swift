private extension Substring {
    func trimmingSuffix(_ character: Character) -> Substring {
        var rest = self
        while rest.last == character { rest.removeLast() }
        return rest
    }
}

/// Converts text to and from format=flowed: paragraphs of lines that end in a blank (RFC 3676).
package enum FlowedText {
    /// The longest line that is not broken (RFC 5322 §2.1.1), in characters.
    static let longest = 78
    /// The width to which longer lines are broken, so that they can be quoted a few times (RFC 3676 §4.2).
    static let width = 72

    /// Returns the text with its long lines broken; `nil` where no line needs that, or none allows it: programs that read patches don't
    /// support soft breaks. Quotes stay as others wrote them.
    ///
    /// Blanks at line ends are lost, because they have a meaning in this format.
    /// - Parameters:
    ///   - text: with LF at the ends of lines.
    ///   - isExact: whether to return `nil` where blanks would be lost.
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

    /// Whether a line is from git, including the list of files above a patch series.
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

    /// Returns the index behind the blanks after the last word that fits, or after the first word if that is too long; `nil` where the rest
    /// fits.
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

    /// Adds a blank in front of a line that looks like a quote, an mbox separator or a stuffed line (RFC 3676 §4.4).
    private static func stuffed(_ line: Substring) -> String {
        line.first == ">" || line.first == " " || line.hasPrefix("From ") ? " " + line : String(line)
    }

    /// Returns the text with each paragraph on one line, and quoted ones with their quote marks and a blank in front.
    /// - Parameters:
    ///   - text: with LF at the ends of lines.
    ///   - deletesSpace: the parameter DelSp: whether the blank before a soft break isn't part of the text.
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
        // Text that looks like a quote or an mbox separator was stuffed with a blank, and is neither (RFC 3676 §4.4).
        return text.hasPrefix(">") ? " " + text : text
    }
}

/// Text in the form format=flowed, with its soft line breaks taken out (RFC 3676).
package enum FlowedText {
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
        if depth > 0 { return String(repeating: ">", count: depth) + " " + text }
        // What looks like a quote or mbox line was stuffed with a blank and is none (RFC 3676 §4.4).
        return text.hasPrefix(">") ? " " + text : text
    }
}

extension StyledText {
    /// The line that Mailman puts between a message and the list's own footer.
    static let listFooter = String(repeating: "_", count: 47)
    private static let mostOfFooter = 8

    private static let maximumSize = 4 << 20

    /// Reads plain text: takes the quote depth from the `>` in front, turns web addresses into links, and dims the signature.
    /// - Parameter keepsTabs: whether tabs stay as they are, for text to send; a screen needs blanks instead.
    public init(plain: String, keepsTabs: Bool = false) {
        self.init()
        var reader = PlainReader()
        let isCut = plain.utf8.count > Self.maximumSize
        let whole = isCut ? String(decoding: plain.utf8.prefix(Self.maximumSize), as: UTF8.self) : plain
        let text = CleanText.body(whole, keepsTabs: keepsTabs)
        // Splits off one line at a time, and reserves room for all: an array of all lines, and arrays that grow, would take several times
        // the size of the text.
        lines.reserveCapacity(min(text.utf8.count { $0 == 0x0A } + 1, LineCollector.maximumLines) + 1)
        var rest: Substring? = text[...]
        while let left = rest, lines.count < LineCollector.maximumLines {
            let end = left.utf8.firstIndex(of: 0x0A)
            lines.append(reader.line(left[..<(end ?? left.endIndex)], links: &links))
            rest = end.map { left[left.utf8.index(after: $0)...] }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        lines.removeSubrange(..<(lines.firstIndex { !$0.isEmpty || $0.quoteDepth > 0 } ?? lines.endIndex))
        if isCut || lines.count >= LineCollector.maximumLines {
            notice = "The text is longer than can be shown; the rest is left out."
            lines.append(Line(runs: [Run(text: notice ?? "", style: .dim)]))
        }
    }

    /// The text without the footer of a mailing list.
    package var withoutListFooter: StyledText {
        guard let start = lines.lastIndex(where: { $0.quoteDepth == 0 && $0.text == Self.listFooter }),
            lines.endIndex - start <= Self.mostOfFooter, lines[start...].allSatisfy({ $0.quoteDepth == 0 })
        else { return self }
        var text = self
        text.lines.removeSubrange(start...)
        return text
    }
}

/// Reads plain text line by line, and tracks whether it is in a patch or in the signature.
private struct PlainReader {
    private static let maximumQuotes = 100

    private var isInSignature = false
    private var isInPatch = false

    mutating func line(_ raw: Substring, links: inout [StyledText.Link]) -> StyledText.Line {
        let (depth, text) = Self.unquoted(raw)
        if depth == 0 { follow(text) }
        var line = StyledText.Line(quoteDepth: depth)
        line.isPreformatted = isInPatch || Self.isDrawn(text)
        line.runs = PlainLinks.runs(of: text, style: isInSignature ? .dim : [], links: &links)
        return line
    }

    private mutating func follow(_ text: Substring) {
        if text == "-- " || text == StyledText.listFooter {
            isInSignature = true
            isInPatch = false
        } else if text.hasPrefix("diff --git ") || text.hasPrefix("@@ -") || text.hasPrefix("--- a/")
            || text.hasPrefix("+++ ") || text.hasPrefix("Index: ")
        {
            isInPatch = !isInSignature
        }
    }

    /// Returns the number of marks such as ">", "> >" and ">>" in front of a line, and the rest.
    private static func unquoted(_ line: Substring) -> (depth: Int, text: Substring) {
        var depth = 0
        var rest = line
        while depth < maximumQuotes {
            let inner = depth > 0 && rest.first == " " ? rest.dropFirst() : rest
            guard inner.first == ">" else { break }
            depth += 1
            rest = inner.dropFirst()
        }
        return (depth, depth > 0 && rest.first == " " ? rest.dropFirst() : rest)
    }

    /// Whether a line has three blanks in a row inside it, as columns and drawings do.
    private static func isDrawn(_ text: Substring) -> Bool {
        var blanks = 0
        var hasText = false
        for byte in text.utf8 {
            if byte == 0x20 {
                blanks += 1
            } else {
                if hasText, blanks >= 3 { return true }
                hasText = true
                blanks = 0
            }
        }
        return false
    }
}

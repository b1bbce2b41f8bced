/// Gathers the lines of a text: collapses blanks, and separates paragraphs by one empty line.
struct LineCollector {
    static let maximumLines = 100_000

    private(set) var lines: [StyledText.Line] = []
    private(set) var isFull = false
    private var current = StyledText.Line()
    private var pending = ""
    private var pendingStyle: StyledText.Style = []
    private var pendingLink: Int?
    private var pendingPicture: Int?
    /// The picture that added text stands for.
    var picture: Int?
    private var hasBlank = false
    private var wantsEmptyLine = false
    private var emptyLines = 0
    /// The position of the next line.
    private var quoteDepth = 0
    private var indent = 0
    private var marker: String?

    init(_ lines: [StyledText.Line] = []) { self.lines = lines }

    /// Whether the current line is still empty.
    var isAtLineStart: Bool {
        current.runs.isEmpty && pending.isEmpty
    }

    mutating func place(quoteDepth: Int, indent: Int) {
        self.quoteDepth = quoteDepth
        self.indent = indent
    }

    mutating func setMarker(_ text: String) {
        marker = text
    }

    /// Adds text whose blanks collapse (CSS 2.2 §16.6.1), except non-breaking ones.
    mutating func add(_ text: String, style: StyledText.Style, link: Int?) {
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard scalar.isBlank else {
                if hasBlank { addBlank(&word, style, link) }
                word.append(scalar)
                continue
            }
            hasBlank = true
        }
        if !word.isEmpty { addPending(String(word), style, link) }
    }

    /// Adds text without line breaks that keeps its blanks.
    /// - Parameter wraps: whether it may be broken between words all the same.
    mutating func addPreformatted(_ text: String, wraps: Bool, style: StyledText.Style, link: Int?) {
        guard !text.isEmpty else { return }
        beginLine()
        hasBlank = false
        if !wraps { current.isPreformatted = true }
        addPending(text, style, link)
    }

    /// Adds a line that was built elsewhere.
    mutating func addLine(_ line: StyledText.Line) {
        breakLine()
        beginLine()
        current = line
        push()
    }

    /// Adds a line of a complete text: empty lines stay as they are, but not two of them around a table.
    mutating func addFinished(_ line: StyledText.Line, isAfterTable: Bool) {
        guard line.isEmpty, line.runs.isEmpty else { return addLine(line) }
        breakLine()
        wantsEmptyLine = false
        guard !isAfterTable || emptyLines == 0 && !lines.isEmpty else { return }
        current = line
        push(keepsEmpty: true)
    }

    mutating func addRule() {
        breakLine()
        beginLine()
        current.isRule = true
        push()
    }

    /// Ends the line unless it is empty.
    mutating func breakLine() {
        hasBlank = false
        guard !isAtLineStart else { return }
        push()
    }

    /// Ends the line even when it is empty.
    /// - Parameter keepsAll: whether to keep each of several empty lines in a row.
    mutating func forceBreak(keepsAll: Bool) {
        hasBlank = false
        if isAtLineStart { beginLine() }
        push(keepsEmpty: keepsAll)
    }

    /// Ends the line, and separates the next one from it by an empty line.
    mutating func breakParagraph() {
        breakLine()
        if !lines.isEmpty { wantsEmptyLine = true }
    }

    mutating func finished() -> [StyledText.Line] {
        breakLine()
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    mutating func note(_ text: String) {
        breakParagraph()
        isFull = false
        add(text, style: .dim, link: nil)
    }
}

private extension LineCollector {
    mutating func addBlank(_ word: inout String.UnicodeScalarView, _ style: StyledText.Style, _ link: Int?) {
        hasBlank = false
        guard word.isEmpty, style != pendingStyle || link != pendingLink || picture != pendingPicture else {
            if !word.isEmpty || !isAtLineStart { word.append(" ") }
            return
        }
        // A blank between two styles is part of neither link, nor of a picture's words.
        guard !isAtLineStart else { return }
        guard pendingLink != nil || pendingPicture != nil else { return pending += " " }
        let next = picture
        picture = nil
        addPending(" ", [], nil)
        picture = next
    }

    mutating func addPending(_ text: String, _ style: StyledText.Style, _ link: Int?) {
        if pending.isEmpty {
            beginLine()
        } else if style != pendingStyle || link != pendingLink || picture != pendingPicture {
            flush()
        }
        pendingStyle = style
        pendingLink = link
        pendingPicture = picture
        pending += text
    }

    /// Ends the current run. Cleans its text only now that it is complete, so that nothing spelled in pieces slips through.
    mutating func flush() {
        guard !pending.isEmpty else { return }
        // Cleaning turns line and paragraph separators into line breaks, but here only elements break lines.
        var cleaned = CleanText.body(pending)
        // For a short text, `replacing` takes longer than everything else.
        if cleaned.utf8.contains(UInt8(ascii: "\n")) { cleaned = cleaned.replacing("\n", with: " ") }
        pending = ""
        current.runs.append(
            StyledText.Run(text: cleaned, style: pendingStyle, link: pendingLink, picture: pendingPicture))
    }

    mutating func beginLine() {
        guard isAtLineStart else { return }
        if wantsEmptyLine, emptyLines == 0, !lines.isEmpty {
            lines.append(StyledText.Line(quoteDepth: min(quoteDepth, lines.last?.quoteDepth ?? 0)))
            emptyLines = 1
        }
        wantsEmptyLine = false
        current.quoteDepth = quoteDepth
        current.indent = indent
        current.marker = marker
        marker = nil
    }

    /// Appends the current line. Of several empty lines, one is kept, and none at the start.
    mutating func push(keepsEmpty: Bool = false) {
        flush()
        let isEmpty = current.isEmpty
        let isKept = !isEmpty || keepsEmpty || emptyLines == 0 && !lines.isEmpty
        if lines.count >= Self.maximumLines {
            isFull = true
        } else if isKept {
            lines.append(current)
        }
        emptyLines = isEmpty ? emptyLines + 1 : 0
        current = StyledText.Line()
    }
}

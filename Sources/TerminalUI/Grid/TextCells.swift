/// Text as cells: the text that may be sent to a terminal, with its width in columns.
///
/// Terminals disagree about joined emoji, variation selectors and recent characters, so each cluster is simplified: of joined
/// emoji the first stays, selectors and skin tones are dropped, and control characters, direction marks and characters of
/// unknown width become `standIn`.
public enum TextCells {
    /// The replacement for a character that must not or cannot be shown.
    public static let standIn = "\u{FFFD}"
    static let mostMarks = 4
    static let mostBytes = 64

    /// A printable piece of text and its columns, 1 or 2.
    public struct Piece: Hashable, Sendable {
        public var text: String
        public var width: Int
    }

    /// Returns the width of the text in columns; a tab counts as one.
    public static func width(_ text: some StringProtocol) -> Int {
        var width = plainStart(of: text)
        for character in text[text.utf8.index(text.startIndex, offsetBy: width)...] { width += columns(of: character) }
        return width
    }

    /// Returns the width of one character in columns.
    public static func columns(of character: Character) -> Int {
        if let (_, width) = single(character) { return width }
        var width = 0
        forEachPiece(of: character) { width += $0.width }
        return width
    }

    /// Returns the scalar and width of a character that is one scalar shown unchanged, as most are; otherwise nil.
    static func single(_ character: Character) -> (scalar: Unicode.Scalar, width: Int)? {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next(), scalars.next() == nil, !first.isBidirectionalControl, !first.isInvisible,
            let width = width(of: first), width > 0
        else { return nil }
        return (first, width)
    }

    /// Returns the pieces of the text as drawn.
    public static func pieces(_ text: some StringProtocol) -> [Piece] {
        var pieces: [Piece] = []
        for character in text { forEachPiece(of: character) { pieces.append($0) } }
        return pieces
    }

    /// Returns the longest beginning of the text that fits into the columns, with `…` when something is left out.
    public static func truncated(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
        guard width(text) > columns else { return text }
        let room = columns - width(ellipsis)
        guard room >= 0 else { return String(ellipsis.prefix(max(0, columns))) }
        return prefix(text, columns: room) + ellipsis
    }

    /// Returns the longest beginning, in whole characters, that fits into the columns.
    public static func prefix(_ text: String, columns: Int) -> String {
        let plain = min(plainStart(of: text), max(0, columns))
        var left = columns - plain
        var end = text.utf8.index(text.startIndex, offsetBy: plain)
        for index in text[end...].indices {
            let width = Self.columns(of: text[index])
            guard width <= left else { break }
            left -= width
            end = text.index(after: index)
        }
        return String(text[..<end])
    }

    /// Returns the text, truncated or padded with blanks to exactly that many columns.
    public static func padded(_ text: String, to columns: Int) -> String {
        let fitting = truncated(text, to: columns)
        return fitting + String(repeating: " ", count: max(0, columns - width(fitting)))
    }

    /// Breaks the text at blanks into lines of at most that many columns; longer words are cut.
    public static func wrapped(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            var used = 0
            for word in paragraph.split(separator: " ") {
                let size = width(word)
                if used > 0 && used + 1 + size > columns {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                if used > 0 { (line, used) = (line + " ", used + 1) }
                guard used + size > columns else {
                    (line, used) = (line + word, used + size)
                    continue
                }
                // Cut between characters; omit a wide character if lines are one column wide.
                for character in word {
                    let size = width(String(character))
                    if used + size > columns, used > 0 {
                        lines.append(line)
                        (line, used) = ("", 0)
                    }
                    if size <= columns { (line, used) = (line + String(character), used + size) }
                }
            }
            lines.append(line)
        }
        return lines
    }

    /// Returns the columns of a scalar: 0, 1 or 2; nil when unprintable or unknown.
    public static func width(of scalar: Unicode.Scalar) -> Int? {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? nil : 1 }
        if value < 0xA0 { return nil }
        let breaks = WidthTable.breaks
        var low = 0
        var high = breaks.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if breaks[middle] >> 2 <= value { low = middle } else { high = middle }
        }
        let width = Int(breaks[low] & 3)
        return width == 3 ? nil : width
    }

    /// Returns the number of leading printable ASCII characters, each a piece of its own. The last one does not count if
    /// marks after it may combine with it.
    static func plainStart(of text: some StringProtocol) -> Int {
        let count = text.utf8.prefix { $0 >= 0x20 && $0 < 0x7F }.count
        return count == text.utf8.count ? count : max(0, count - 1)
    }

    /// Calls `body` with the pieces of a character. Most have one; a conjunct of several letters has one for each, and an
    /// invisible character none.
    static func forEachPiece(of character: Character, _ body: (Piece) -> Void) {
        if let ascii = character.asciiValue {
            // "\r\n" also has an ASCII value, that of the newline.
            let isPrintable = ascii >= 0x20 && ascii < 0x7F
            return body(Piece(text: isPrintable ? String(character) : ascii == 9 ? " " : standIn, width: 1))
        }
        var builder = PieceBuilder()
        for scalar in character.unicodeScalars where !builder.add(scalar, to: body) { break }
        builder.finish(body)
    }
}

/// Combines the scalars of one character into pieces.
private struct PieceBuilder {
    private var text = ""
    private var width = 0
    private var marks = 0
    private var isPictograph = false
    private var first: Unicode.Scalar?

    /// Adds a scalar. Returns false to leave out the rest of the character.
    mutating func add(_ scalar: Unicode.Scalar, to body: (TextCells.Piece) -> Void) -> Bool {
        switch scalar.value {
        case 0x200D:
            // The first of joined emoji stands for all. In other scripts the joiner is invisible.
            return !isPictograph
        case 0x1F3FB...0x1F3FF where first != nil: return true
        case _ where scalar.isBidirectionalControl || scalar.value == 0x2028 || scalar.value == 0x2029:
            start(TextCells.standIn, 1, body)
            return true
        case _ where scalar.isInvisible: return true
        default: break
        }
        if let one = first, one.isRegionalIndicator, scalar.isRegionalIndicator, marks == 0, width == 1 {
            text.unicodeScalars.append(scalar)
            width = 2
            return true
        }
        switch TextCells.width(of: scalar) {
        case .none: start(TextCells.standIn, 1, body)
        case .some(0):
            if first == nil { start(" ", 1, body) }
            guard marks < TextCells.mostMarks, text.utf8.count + 4 <= TextCells.mostBytes else { return true }
            text.unicodeScalars.append(scalar)
            marks += 1
        case .some(let columns):
            start(String(scalar), columns, body)
            first = scalar
            isPictograph = scalar.properties.isEmoji && scalar.value > 0xFF
        }
        return true
    }

    mutating func finish(_ body: (TextCells.Piece) -> Void) {
        if width > 0 { body(TextCells.Piece(text: text, width: width)) }
        width = 0
    }

    private mutating func start(_ text: String, _ width: Int, _ body: (TextCells.Piece) -> Void) {
        finish(body)
        self.text = text
        self.width = width
        marks = 0
        first = text.unicodeScalars.first
        isPictograph = false
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// Whether the scalar changes the direction of the text after it, which would move text outside its cell.
    fileprivate var isBidirectionalControl: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether it takes no space and only changes its neighbours: selectors, joiners, tags, soft hyphens, fillers.
    fileprivate var isInvisible: Bool {
        switch value {
        case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B, 0x200C, 0x2060...0x2065,
            0x206A...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3,
            0x1D173...0x1D17A,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}

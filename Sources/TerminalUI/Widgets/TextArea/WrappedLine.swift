/// A line of a text area, with its rows at the width in which it was last drawn.
struct WrappedLine: Hashable, Sendable {
    var text: [Character]
    private var width = 0
    private var known: [Range<Int>] = []

    init(_ text: [Character]) { self.text = text }

    /// Returns the character ranges of the rows; at least one. Rows break after blanks where possible, and Chinese and Japanese between any
    /// two characters that may be parted.
    mutating func rows(_ width: Int) -> [Range<Int>] {
        if self.width != width {
            self.width = width
            known = WrappedLine.wrap(text, max(1, width))
        }
        return known
    }

    private static func wrap(_ text: [Character], _ width: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = 0
        var column = 0
        var breakAt: Int?
        var index = 0
        while index < text.count {
            let character = text[index]
            let cells = columns(of: character, at: column)
            // A blank may go beyond the edge, where it is not visible.
            if column + cells > width, !isBlank(character), index > start {
                let end = breakAt ?? index
                rows.append(start..<end)
                (start, index, column, breakAt) = (end, end, 0, nil)
                continue
            }
            column += cells
            index += 1
            if isBlank(character) || character == "-" || index < text.count && mayPart(character, text[index]) {
                breakAt = index
            }
        }
        rows.append(start..<text.count)
        return rows
    }

    /// Whether a row may end between two characters of Chinese or Japanese: not before one that closes or goes on, nor after one that opens
    /// (UAX #14, classes ID, CL, NS and OP). Korean has blanks between its words.
    private static func mayPart(_ before: Character, _ after: Character) -> Bool {
        guard isIdeograph(before) || isIdeograph(after) else { return false }
        return !isBlank(after) && !closing.contains(after) && !opening.contains(before)
    }

    /// Han, kana and full-width forms.
    private static func isIdeograph(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x2E80...0x312F, 0x3190...0xA4CF, 0xF900...0xFAFF, 0xFF01...0xFF9F, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static let opening = Set("（［｛「『【〔〈《〖｢(“‘[{")
    private static let closing = Set("、。，．！？：；）］｝」』】〕〉》〗｣｡､・ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％…‥)”’]},.!?:;%")

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Returns the width of a character that begins at that column of its row: a tab extends to the next multiple of eight.
    static func columns(of character: Character, at column: Int) -> Int {
        character == "\t" ? 8 - column % 8 : TextCells.columns(of: character)
    }

    /// Returns the width of the beginning of a row.
    static func columns(of row: ArraySlice<Character>) -> Int {
        row.reduce(0) { $0 + columns(of: $1, at: $0) }
    }

    /// Returns a row as it is drawn, with blanks in place of tabs.
    static func shown(_ row: ArraySlice<Character>) -> String {
        guard row.contains("\t") else { return String(row) }
        var column = 0
        return row.reduce(into: "") { shown, character in
            let columns = columns(of: character, at: column)
            column += columns
            if character == "\t" { shown += String(repeating: " ", count: columns) } else { shown.append(character) }
        }
    }

    static func == (one: WrappedLine, other: WrappedLine) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

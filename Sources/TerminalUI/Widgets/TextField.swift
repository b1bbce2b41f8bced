/// A single-line text editor. The cursor stands between user-perceived characters.
public struct TextField: Hashable, Sendable {
    /// The effect of an event.
    public enum Response: Hashable, Sendable {
        case ignored, moved, edited
    }

    public private(set) var text: String
    /// The number of characters before the cursor.
    public private(set) var cursor: Int
    /// Whether a placeholder sign replaces each character.
    public var isSecret: Bool
    /// The text shown while the field is empty.
    public var placeholder: String
    /// The most characters that the field holds.
    public var limit: Int
    private var firstVisible = 0

    public init(_ text: String = "", placeholder: String = "", isSecret: Bool = false, limit: Int = 10_000) {
        self.text = text
        cursor = text.count
        self.placeholder = placeholder
        self.isSecret = isSecret
        self.limit = limit
    }

    public var isEmpty: Bool { text.isEmpty }

    /// Replaces the text and moves the cursor to its end, or to `cursor`.
    public mutating func set(_ text: String, cursor: Int? = nil) {
        self.text = String(text.prefix(limit))
        self.cursor = min(self.text.count, max(0, cursor ?? self.text.count))
    }

    /// Inserts text at the cursor: line ends and tabs become blanks, other control characters are dropped.
    public mutating func insert(_ more: String) {
        var clean = String.UnicodeScalarView()
        for scalar in more.unicodeScalars {
            if scalar == "\n" || scalar == "\r" || scalar == "\t" {
                clean.append(" ")
            } else if scalar.properties.generalCategory != .control {
                clean.append(scalar)
            }
        }
        // A mark may join the character before it, so the cursor position follows from the text after it.
        let after = String(text.dropFirst(cursor))
        let before = String((String(text.prefix(cursor)) + String(clean)).prefix(max(0, limit - after.count)))
        text = before + after
        cursor = min(text.count, before.count)
    }

    // MARK: Events

    /// Handles typing, Backspace, Del, cursor keys, Home, End, Ctrl-a e b f d h w u k, Alt-b f d, and pasting.
    public mutating func handle(_ event: InputEvent) -> Response {
        switch event {
        case .paste(let text): return edit { $0.insert(text) }
        case .key(let key): return handle(key)
        default: return .ignored
        }
    }

    private mutating func handle(_ key: Key) -> Response {
        if let character = key.typed { return edit { $0.insert(String(character)) } }
        switch key {
        case .backspace, .ctrl("h"): return edit { $0.delete(from: $0.cursor - 1, to: $0.cursor) }
        case .delete, .ctrl("d"): return edit { $0.delete(from: $0.cursor, to: $0.cursor + 1) }
        case .ctrl("w"), Key(.backspace, .alt), Key(.backspace, .control):
            return edit { $0.delete(from: $0.wordStart, to: $0.cursor) }
        case .alt("d"): return edit { $0.delete(from: $0.cursor, to: $0.wordEnd) }
        case .ctrl("u"): return edit { $0.delete(from: 0, to: $0.cursor) }
        case .ctrl("k"): return edit { $0.delete(from: $0.cursor, to: $0.text.count) }
        case .left, .ctrl("b"): return move(to: cursor - 1)
        case .right, .ctrl("f"): return move(to: cursor + 1)
        case .home, .ctrl("a"): return move(to: 0)
        case .end, .ctrl("e"): return move(to: text.count)
        case .alt("b"), Key(.left, .control), Key(.left, .alt): return move(to: wordStart)
        case .alt("f"), Key(.right, .control), Key(.right, .alt): return move(to: wordEnd)
        default: return .ignored
        }
    }

    private mutating func edit(_ change: (inout TextField) -> Void) -> Response {
        let before = text
        change(&self)
        return text == before ? .moved : .edited
    }

    private mutating func move(to place: Int) -> Response {
        cursor = min(text.count, max(0, place))
        return .moved
    }

    private mutating func delete(from start: Int, to end: Int) {
        let start = max(0, start)
        guard start < end else { return }
        let before = text.prefix(start)
        text = String(before + text.dropFirst(end))
        // The text on both sides may join into one character.
        cursor = min(text.count, before.count)
    }

    private var wordStart: Int { WordEdge.start(before: cursor, in: Array(text)) }
    private var wordEnd: Int { WordEdge.end(after: cursor, in: Array(text)) }

    // MARK: Drawing

    /// Draws the field into the first row of the part, with the cursor when the field has the keyboard focus.
    public mutating func draw(into grid: inout Grid, style: Style = .plain, isFocused: Bool = true) {
        grid.fill(Rect(x: 0, y: 0, width: grid.width, height: 1), with: " ", style)
        if text.isEmpty {
            let glyphs = grid.frame.glyphs
            let hint = TextCells.truncated(glyphs.spelled(placeholder), to: grid.width, ellipsis: glyphs.ellipsis)
            grid.draw(hint, x: 0, y: 0, Style(.dim, on: style.ground))
            if isFocused { grid.showCursor(x: 0, y: 0) }
            return
        }
        let frame = grid.frame
        let shown = isSecret ? text.map { _ in frame.glyphs.secret } : text.map { frame.written(String($0)) }
        let widths = shown.map { TextCells.width($0) }
        // Without focus, show the text from its beginning.
        if isFocused { scroll(widths, room: grid.width) } else { firstVisible = 0 }
        grid.draw(shown[firstVisible...].joined(), x: 0, y: 0, style)
        guard isFocused else { return }
        grid.showCursor(x: widths[firstVisible..<cursor].reduce(0, +), y: 0)
    }

    /// Returns a character's column in the part that the field was last drawn into; for a character out of sight, the column
    /// at the edge.
    public func column(of character: Int) -> Int {
        guard !isSecret, character > firstVisible else { return isSecret ? max(0, character - firstVisible) : 0 }
        return TextCells.width(String(text.dropFirst(firstVisible).prefix(character - firstVisible)))
    }

    /// Moves the cursor before the character in that column of the part that the field was last drawn into.
    public mutating func goTo(column: Int) {
        let widths = text.dropFirst(firstVisible).map { isSecret ? 1 : TextCells.width(String($0)) }
        var x = 0
        cursor = firstVisible
        for width in widths {
            guard x + width <= column else { break }
            x += width
            cursor += 1
        }
    }

    /// Keeps the cursor in sight, and uses all of the room.
    private mutating func scroll(_ widths: [Int], room: Int) {
        firstVisible = min(firstVisible, cursor)
        var used = widths[firstVisible..<cursor].reduce(0, +)
        while firstVisible < cursor && used >= max(1, room) {
            used -= widths[firstVisible]
            firstVisible += 1
        }
        var rest = widths[firstVisible...].reduce(0, +)
        while firstVisible > 0 && rest + widths[firstVisible - 1] < room {
            firstVisible -= 1
            rest += widths[firstVisible]
        }
    }
}

/// A multi-line text editor, wrapped to the width in which it is drawn.
public struct TextArea: Hashable, Sendable {
    /// A cursor position: before a character of a line.
    public struct Place: Hashable, Sendable, Comparable {
        public var line: Int
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        public static func < (one: Place, other: Place) -> Bool {
            one.line == other.line ? one.column < other.column : one.line < other.line
        }
    }

    /// The state that one undo step restores.
    struct Snapshot: Hashable, Sendable {
        var lines: [WrappedLine]
        var cursor: Place
    }

    /// Consecutive edits of one kind are undone together.
    enum EditKind: Hashable, Sendable {
        case typing, deleting, other
    }

    /// At least one line.
    var lines: [WrappedLine]
    public internal(set) var cursor: Place
    /// The screen column that Up and Down keep to.
    var goal: Int?
    /// The first row in sight: a line, and a row of that line.
    var top = (line: 0, row: 0)
    var size = Size(width: 80, height: 1)
    var place = Rect(x: 0, y: 0, width: 0, height: 0)
    private var undone: [Snapshot] = []
    private var done: [Snapshot] = []
    private var lastEdit: EditKind?

    private static let steps = 300

    public init(_ text: String = "") {
        lines = TextArea.lines(of: text)
        cursor = Place(line: 0, column: 0)
    }

    public var text: String { lines.map { String($0.text) }.joined(separator: "\n") }
    public var isEmpty: Bool { lines.count == 1 && lines[0].text.isEmpty }

    /// Replaces the text; this can be undone.
    public mutating func set(_ text: String, cursor: Place = Place(line: 0, column: 0)) {
        edit(.other) { area in
            area.lines = TextArea.lines(of: text)
            area.cursor = area.valid(cursor)
        }
    }

    /// Adds lines at the end; the cursor stays in place.
    public mutating func append(_ text: String) {
        edit(.other) { area in
            let more = TextArea.lines(of: text)
            if area.isEmpty { area.lines = more } else { area.lines += more }
        }
    }

    static func lines(of text: String) -> [WrappedLine] {
        let clean = text.replacingLineEnds.filter { $0 == "\n" || $0 == "\t" || !$0.isControl }
        return clean.split(separator: "\n", omittingEmptySubsequences: false).map { WrappedLine(Array($0)) }
    }

    private func valid(_ place: Place) -> Place {
        let line = min(lines.count - 1, max(0, place.line))
        return Place(line: line, column: min(lines[line].text.count, max(0, place.column)))
    }

    // MARK: Editing

    /// Makes a change that can be undone, alone or together with edits of its kind just before.
    mutating func edit(_ kind: EditKind, _ change: (inout TextArea) -> Void) {
        let before = Snapshot(lines: lines, cursor: cursor)
        change(&self)
        goal = nil
        guard before.lines != lines else { return }
        if lastEdit != kind || kind == .other || done.isEmpty {
            done.append(before)
            if done.count > TextArea.steps { done.removeFirst() }
        }
        lastEdit = kind
        undone = []
    }

    /// Makes undo treat later typing separately.
    mutating func endStep() { lastEdit = nil }

    /// Undoes the last step. Returns whether there was one.
    public mutating func undo() -> Bool { step(from: \.done, to: \.undone) }
    public mutating func redo() -> Bool { step(from: \.undone, to: \.done) }

    private mutating func step(
        from: WritableKeyPath<TextArea, [Snapshot]>, to: WritableKeyPath<TextArea, [Snapshot]>
    ) -> Bool {
        guard let snapshot = self[keyPath: from].popLast() else { return false }
        self[keyPath: to].append(Snapshot(lines: lines, cursor: cursor))
        (lines, cursor, goal, lastEdit) = (snapshot.lines, snapshot.cursor, nil, nil)
        return true
    }

    /// Inserts text at the cursor.
    public mutating func insert(_ text: String) {
        edit(.other) { $0.put(TextArea.lines(of: text)) }
    }

    mutating func put(_ more: [WrappedLine]) {
        let line = lines[cursor.line].text
        let (before, after) = (Array(line.prefix(cursor.column)), Array(line.dropFirst(cursor.column)))
        var new = more.map(\.text)
        new[0] = Self.joined(before, new[0])
        let column = new[new.count - 1].count
        new[new.count - 1] = Self.joined(new[new.count - 1], after)
        lines.replaceSubrange(cursor.line...cursor.line, with: new.map { WrappedLine($0) })
        cursor = Place(line: cursor.line + new.count - 1, column: column)
    }

    mutating func delete(from start: Place, to end: Place) {
        guard start < end else { return }
        let text = Self.joined(
            Array(lines[start.line].text.prefix(start.column)), Array(lines[end.line].text.dropFirst(end.column)))
        lines.replaceSubrange(start.line...end.line, with: [WrappedLine(text)])
        cursor = start
    }

    /// Joins texts; a mark at the seam combines with the character before it.
    private static func joined(_ one: [Character], _ other: [Character]) -> [Character] {
        guard let last = one.last, let first = other.first else { return one + other }
        return one.dropLast() + Array(String([last, first])) + other.dropFirst()
    }

    public static func == (one: TextArea, other: TextArea) -> Bool {
        one.lines == other.lines && one.cursor == other.cursor && one.top == other.top && one.size == other.size
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(lines)
        hasher.combine(cursor)
    }
}

extension String {
    /// The characters with line ends as LF.
    fileprivate var replacingLineEnds: [Character] {
        map { $0 == "\r\n" || $0 == "\r" || $0 == "\u{2028}" || $0 == "\u{2029}" ? "\n" : $0 }
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

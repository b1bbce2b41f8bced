/// A frame around something: a card, a dialog.
public enum Box {
    /// Clears the part, draws the frame along its edge with the title in it, and then what is inside of it.
    public static func draw(
        into grid: inout Grid, title: String = "", style: Style = .dim, padding: Int = 1,
        content: (inout Grid) -> Void = { _ in }
    ) {
        // Whoever hears a line hears all of it, and not the letters of what the box lies on.
        if grid.frame.glyphs.areWords { grid.clearLines() } else { grid.clear() }
        guard grid.width >= 2, grid.height >= 2 else { return }
        let glyphs = grid.frame.glyphs
        let right = grid.width - 1
        let bottom = grid.height - 1
        let line = String(repeating: glyphs.horizontal, count: right - 1)
        grid.draw(glyphs.topLeft + line + glyphs.topRight, x: 0, y: 0, style)
        grid.draw(glyphs.bottomLeft + line + glyphs.bottomRight, x: 0, y: bottom, style)
        for y in 1..<max(1, bottom) {
            grid.draw(glyphs.vertical, x: 0, y: y, style)
            grid.draw(glyphs.vertical, x: right, y: y, style)
        }
        if !title.isEmpty && grid.width > 6 {
            let shown = TextCells.truncated(title, to: grid.width - 6, ellipsis: glyphs.ellipsis)
            grid.draw(" " + shown + " ", x: 2, y: 0, .bold)
        }
        grid.inside(grid.bounds.inset(x: 1 + padding, y: 1)) { content(&$0) }
    }
}

/// A question with the keys that answer it, in the middle of the screen.
public struct Dialog: Hashable, Sendable {
    public var title: String
    public var text: String
    /// The keys and what they do.
    public var answers: [StatusBar.Hint]
    /// What is to be said about the last key; empty for nothing.
    public var note = ""

    public init(title: String, text: String, answers: [StatusBar.Hint]) {
        self.title = title
        self.text = text
        self.answers = answers
    }

    public func draw(into grid: inout Grid) {
        let widest = max(20, min(60, grid.width - 8))
        // Every answer is shown: the one that leaves things as they are must not be the one without room.
        let bar = StatusBar(hints: answers)
        let isWide = bar.fitting(widest).count == answers.count
        let rows = isWide ? [bar] : answers.map { StatusBar(hints: [$0]) }
        // What is asked is read in whole: a title that the frame has no room for stands inside.
        let head = TextCells.width(title) > widest - 2 ? TextCells.wrapped(title, to: widest) : []
        let whole = TextCells.wrapped(text, to: widest)
        // The frame keeps off the lowest row of the screen, which says what goes on. Where nothing is said of a key, the text has
        // its row too before words of it are left out.
        let room = grid.height - 3 - rows.count - head.count
        let gap = note.isEmpty && whole.count >= room ? 0 : 1
        let lines = Self.shortened(
            whole, to: max(1, room - gap), width: widest, ellipsis: grid.frame.glyphs.ellipsis)
        let size = Size(width: widest + 4, height: head.count + lines.count + gap + 2 + rows.count)
        grid.inside(grid.bounds.centred(size)) { part in
            Box.draw(into: &part, title: head.isEmpty ? title : "", style: .accent) { inner in
                for (y, line) in head.enumerated() { inner.draw(line, x: 0, y: y, .bold) }
                for (y, line) in lines.enumerated() { inner.draw(line, x: 0, y: head.count + y) }
                let end = head.count + lines.count
                inner.draw(note, x: 0, y: end, Style(.warn), columns: inner.width)
                for (index, row) in rows.enumerated() {
                    inner.inside(Rect(x: -1, y: end + gap + index, width: inner.width + 2, height: 1)) {
                        row.draw(into: &$0)
                    }
                }
            }
            // Whoever hears the screen hears from there on what is asked, or what is said of the last key.
            guard part.frame.glyphs.areWords else { return }
            let asked = head.isEmpty ? 0 : 1
            part.showCursor(x: 2, y: note.isEmpty ? asked : head.count + lines.count + 1)
        }
    }

    /// Where there is too little room empty lines go first. What does not fit then is left out of the middle: a question often says at
    /// its end what it is about.
    private static func shortened(_ lines: [String], to room: Int, width: Int, ellipsis: String) -> [String] {
        guard lines.count > room else { return lines }
        let lines = lines.filter { !$0.isEmpty }
        guard lines.count > room else { return lines }
        let end = room >= 4 ? room / 3 : 0
        let cut = room - end - 1
        let last = TextCells.truncated(lines[cut] + ellipsis, to: width, ellipsis: ellipsis)
        return lines.prefix(cut) + [last] + lines.suffix(end)
    }
}

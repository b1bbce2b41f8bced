/// A border around content, such as a card or a dialog.
public enum Box {
    /// Clears the part, draws the border with the title along its edge, and then the content inside.
    public static func draw(
        into grid: inout Grid, title: String = "", style: Style = .dim, content: (inout Grid) -> Void = { _ in }
    ) {
        // A screen reader reads whole lines, so text beside the box must go too.
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
        grid.inside(grid.bounds.inset(x: 2, y: 1)) { content(&$0) }
    }
}

/// A question in the middle of the screen, with the keys that answer it.
public struct Dialog: Hashable, Sendable {
    public var title: String
    public var text: String
    /// The keys, and what they do.
    public var answers: [StatusBar.Hint]
    /// A note about the last key; empty for none.
    public var note = ""

    public init(title: String, text: String, answers: [StatusBar.Hint]) {
        self.title = title
        self.text = text
        self.answers = answers
    }

    public func draw(into grid: inout Grid) {
        let widest = max(20, min(60, grid.width - 8))
        // Every answer must be shown: the answer that changes nothing must not be the one without room.
        let bar = StatusBar(hints: answers)
        let isWide = bar.fitting(widest).count == answers.count
        let rows = isWide ? [bar] : answers.map { StatusBar(hints: [$0]) }
        // The question must be readable in full: a title too long for the border goes inside.
        let titles = TextCells.width(title) > widest - 2 ? TextCells.wrapped(title, to: widest) : []
        let whole = TextCells.wrapped(text, to: widest)
        // The border keeps off the lowest row of the screen, which shows the status. Without a note, the text also takes the
        // note's row before any of its words are left out.
        let all = grid.height - 3 - rows.count
        // On a small screen a name of hundreds of letters must not push the answers out of the box.
        let head = Self.shortened(
            titles, to: max(1, all / 2, all - whole.count - 1), width: widest, ellipsis: grid.frame.glyphs.ellipsis)
        let room = all - head.count
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
            // A screen reader starts at the cursor: at the question, or at the note about the last key.
            guard part.frame.glyphs.areWords else { return }
            let asked = head.isEmpty ? 0 : 1
            part.showCursor(x: 2, y: note.isEmpty ? asked : head.count + lines.count + 1)
        }
    }

    /// Shortens the text to the available rows. Empty lines go first, then lines in the middle: a question often names its
    /// subject at the end.
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

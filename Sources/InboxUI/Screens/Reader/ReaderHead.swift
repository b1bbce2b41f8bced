import TerminalUI

/// The head of a screen for reading a single thing: its title, and facts about it.
struct ReaderHead {
    var title: String
    var about: String
    /// The key that leads back.
    var back: String?

    func draw(into grid: inout Grid) {
        let start = grid.draw(about, endingAt: grid.width - 1, y: 0, .dim)
        grid.placeBack(back)
        let x = grid.draw(grid.frame.glyphs.back + " ", x: 1, y: 0, .accent)
        grid.draw(
            TextCells.truncated(title, to: max(0, start - x - 2), ellipsis: grid.frame.glyphs.ellipsis), x: x, y: 0,
            .bold)
        if grid.height > 1 { TopLine.drawRule(into: &grid, y: 1) }
    }

    /// Draws a sentence in place of the content.
    static func draw(_ sentence: String, _ role: Role, into grid: inout Grid) {
        for (y, line) in TextCells.wrapped(sentence, to: grid.width).enumerated() {
            grid.draw(line, x: 0, y: y, Style(role))
        }
    }
}

extension Grid {
    /// The layout of a screen for reading a single thing: its head, with a rule below it where there is room, the content, and
    /// the last line.
    var readingParts: (head: Rect, middle: Rect, foot: Rect) {
        let (head, rest) = bounds.split(top: height < 8 ? 1 : 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        return (head, middle, foot)
    }
}

import MailContent
import TerminalUI

/// A text to read over the screen beneath, such as the output of a program.
@UI
final class TextScreen: Screen {
    let keyContext = KeyContext.help
    let isOverlay = true
    let boxLine: BoxLine? = nil

    private let title: String
    private let around: any Surroundings
    private let read: @UI (_ width: Int, Glyphs) -> [StyledLine]
    private let startsAtEnd: Bool
    /// The hints at the bottom of the box.
    private let hints: @UI () -> [StatusBar.Hint]
    /// Whether the box is only as large as the text. A text that may grow while it is read has the full width.
    private var fitsText = false
    private var view = TextView()
    /// Whether it was drawn: a log opens at its end, and then stays where the user scrolls.
    private var isLaid = false

    /// - Parameters:
    ///   - read: returns the current lines for a width in columns; called for every frame.
    ///   - hints: returns the hints at the bottom; nil for those about reading.
    init(
        _ title: String, around: any Surroundings, startsAtEnd: Bool = false,
        read: @escaping @UI (_ width: Int, Glyphs) -> [StyledLine], hints: (@UI () -> [StatusBar.Hint])? = nil
    ) {
        self.title = title
        self.around = around
        self.read = read
        self.startsAtEnd = startsAtEnd
        if let hints { self.hints = hints } else { self.hints = { around.readingHints() } }
    }

    /// - Parameter indent: the indentation of the rest of a line that is wider than the box: to behind a column of labels.
    convenience init(
        _ title: String, text: String, indent: Int = 0, around: any Surroundings,
        hints: (@UI () -> [StatusBar.Hint])? = nil
    ) {
        var laid: (width: Int, lines: [StyledLine])?
        self.init(
            title, around: around,
            read: { width, _ in
                if let laid, laid.width == width { return laid.lines }
                let lines = Self.lines(of: text, width: width, indent: indent)
                laid = (width, lines)
                return lines
            }, hints: hints)
        fitsText = true
    }

    private static func lines(of text: String, width: Int, indent: Int) -> [StyledLine] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let line = CleanText.line(String(line))
            guard TextCells.width(line) > width else { return [line] }
            // Wrapping joins blanks, which may align columns.
            let words = TextCells.wrapped(String(line.dropFirst(indent)), to: max(1, width - indent))
            let blanks = String(repeating: " ", count: indent)
            return words.enumerated().map { ($0 == 0 ? String(line.prefix(indent)) : blanks) + $1 }
        }
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        return lines.prefix(end).map { StyledLine($0) }
    }

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        guard command == .back || command == .open else { return view.perform(command) }
        around.pop()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        guard view.handle(event) else { return false }
        around.setNeedsDraw()
        return true
    }

    private func lay(_ lines: [StyledLine]) {
        view.set(lines)
        if !isLaid, startsAtEnd { view.scroll(to: view.lines.count) }
        isLaid = true
    }

    /// Returns the place of the box, once the lines are known.
    private func place(in grid: Grid) -> Rect {
        // The border, a blank line and the hints.
        let height = view.lines.count + 4
        guard fitsText else {
            return Rect(x: 1, y: 1, width: grid.width - 2, height: min(grid.height - 3, height))
        }
        let foot = TextCells.width("100%   ") + Grid.width(of: hints())
        let widest = view.lines.map(\.width).max() ?? 0
        let width = max(widest, foot, TextCells.width(title) + 2) + 4
        return Rect(x: 1, y: 0, width: grid.width - 2, height: grid.height - 1).centred(
            Size(width: width, height: height))
    }

    func draw(into grid: inout Grid) {
        lay(read(grid.width - 6, grid.frame.glyphs))
        grid.frame.hideCursor()
        grid.inside(place(in: grid)) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                let (text, foot) = inner.bounds.split(top: inner.height - 1)
                inner.inside(text) { view.draw(into: &$0) }
                let isWhole = view.lines.count <= text.height
                inner.inside(foot) { part in
                    let start = part.draw(isWhole ? "" : "\(view.percent)%   ", x: 0, y: 0, .dim)
                    part.draw(hints: hints(), x: start, y: 0, .dim)
                }
            }
        }
    }
}

import MailContent
import TerminalUI

/// A text to be read over the screen beneath, such as what a program printed.
@UI
final class TextScreen: Screen {
    let keyContext = KeyContext.help
    let isOverlay = true

    private let title: String
    private let around: any Surroundings
    private let read: @UI (_ width: Int, Glyphs) -> [StyledLine]
    private let startsAtEnd: Bool
    private var view = TextView()
    /// Whether it was drawn: a log opens at its end, and stays where one scrolls then.
    private var isLaid = false

    /// - Parameter read: the lines as they are now, in so many columns; asked again at every frame.
    init(
        _ title: String, around: any Surroundings, startsAtEnd: Bool = false,
        read: @escaping @UI (_ width: Int, Glyphs) -> [StyledLine]
    ) {
        self.title = title
        self.around = around
        self.read = read
        self.startsAtEnd = startsAtEnd
    }

    convenience init(_ title: String, text: String, around: any Surroundings) {
        var laid: (width: Int, lines: [StyledLine])?
        self.init(title, around: around) { width, _ in
            if let laid, laid.width == width { return laid.lines }
            let lines = Self.lines(of: text, width: width)
            laid = (width, lines)
            return lines
        }
    }

    private static func lines(of text: String, width: Int) -> [StyledLine] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            // Breaking joins blanks, which may be columns.
            let line = CleanText.line(String(line))
            let fits = TextCells.width(line) <= width
            return (fits ? [line] : TextCells.wrapped(line, to: max(1, width))).map { StyledLine($0) }
        }
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

    func draw(into grid: inout Grid) {
        var area = Rect(x: 1, y: 1, width: grid.width - 2, height: grid.height - 3)
        lay(read(area.width - 4, grid.frame.glyphs))
        // The border, a free line and the hints.
        area.height = min(area.height, view.lines.count + 4)
        grid.frame.hideCursor()
        grid.inside(area) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                let (text, foot) = inner.bounds.split(top: inner.height - 1)
                inner.inside(text) { view.draw(into: &$0) }
                let isWhole = view.lines.count <= text.height
                inner.inside(foot) { part in
                    let start = part.draw(isWhole ? "" : "\(view.percent)%   ", x: 0, y: 0, .dim)
                    part.draw(hints: around.readingHints(), x: start, y: 0, .dim)
                }
            }
        }
    }
}

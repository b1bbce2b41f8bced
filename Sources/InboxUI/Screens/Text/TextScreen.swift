import MailContent
import TerminalUI

/// A text to be read over the screen beneath, such as what a program printed.
@UI
final class TextScreen: Screen {
    let keyContext = KeyContext.help
    let isOverlay = true

    private let title: String
    private let around: any Surroundings
    private let read: @UI () -> String
    private var top = 0
    private var visibleLines = 1
    private var lineCount = 0

    /// - Parameter read: the text as it is now; asked again at every frame.
    init(_ title: String, around: any Surroundings, startsAtEnd: Bool = false, read: @escaping @UI () -> String) {
        self.title = title
        self.around = around
        self.read = read
        if startsAtEnd { top = .max }
    }

    convenience init(_ title: String, text: String, around: any Surroundings) {
        self.init(title, around: around) { text }
    }

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .back: around.pop()
        case .down: scroll(by: 1)
        case .up: scroll(by: -1)
        case .halfDown: scroll(by: visibleLines / 2)
        case .halfUp: scroll(by: -visibleLines / 2)
        case .pageDown, .pageOn: scroll(by: visibleLines - 1)
        case .pageUp: scroll(by: 1 - visibleLines)
        case .top: top = 0
        case .bottom: scroll(by: lineCount)
        default: return false
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelDown: scroll(by: 3)
        case .wheelUp: scroll(by: -3)
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    private func scroll(by count: Int) { top = max(0, min(top + count, lineCount - visibleLines)) }

    func draw(into grid: inout Grid) {
        let area = Rect(x: 1, y: 1, width: grid.width - 2, height: grid.height - 3)
        let lines = read().split(separator: "\n", omittingEmptySubsequences: false).flatMap {
            TextCells.wrapped(CleanText.line(String($0)), to: max(1, area.width - 4))
        }
        lineCount = lines.count
        visibleLines = max(1, area.height - 3)
        top = max(0, min(top, lineCount - visibleLines))
        grid.frame.hideCursor()
        grid.inside(area) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                for (offset, line) in lines.dropFirst(top).prefix(visibleLines).enumerated() {
                    inner.draw(line, x: 0, y: offset, columns: inner.width)
                }
                let place = lineCount > visibleLines ? "\(min(100, (top + visibleLines) * 100 / lineCount))%   " : ""
                inner.draw("\(place)Esc close   j k scroll", x: 0, y: inner.height - 1, .dim, columns: inner.width)
            }
        }
    }
}

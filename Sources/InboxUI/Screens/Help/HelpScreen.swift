import TerminalUI

/// The keys of the screen beneath, by group; `/` looks for some of them.
@UI
final class HelpScreen: Screen {
    private let around: any Surroundings
    private let keys: KeyMap
    private let context: KeyContext
    private var field = TextField("", placeholder: "a key or a word")
    private var isTyping = false
    private var top = 0
    private var visibleLines = 1
    private var lineCount = 0

    let keyContext = KeyContext.help
    var isOverlay: Bool { true }
    var takesText: Bool { isTyping }

    init(context: KeyContext, around: any Surroundings, keys: KeyMap) {
        self.context = context
        self.around = around
        self.keys = keys
    }

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .search: isTyping = true
        case .back:
            if isTyping || !field.isEmpty {
                isTyping = false
                field.set("")
            } else {
                around.pop()
            }
        case .down: scroll(by: 1)
        case .up: scroll(by: -1)
        case .halfDown: scroll(by: visibleLines / 2)
        case .halfUp: scroll(by: -visibleLines / 2)
        case .pageDown, .pageOn: scroll(by: visibleLines - 1)
        case .pageUp: scroll(by: 1 - visibleLines)
        case .top: top = 0
        case .bottom: scroll(by: lineCount)
        // Help about help would stand above itself.
        case .help: return true
        default: return false
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        switch event {
        case .mouse(let mouse) where mouse.action == .wheelDown: scroll(by: 3)
        case .mouse(let mouse) where mouse.action == .wheelUp: scroll(by: -3)
        case .mouse(let mouse) where mouse.action == .press(.left): around.pop()
        case .key, .paste:
            guard isTyping, field.handle(event) != .ignored else { return false }
            top = 0
        default: return false
        }
        return true
    }

    private func scroll(by count: Int) {
        top = max(0, min(top + count, lineCount - visibleLines))
    }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        let lines = self.lines
        lineCount = lines.count
        let wanted = Size(width: 66, height: lines.count + 4)
        let area = Rect(x: 1, y: 0, width: grid.width - 2, height: grid.height - 1).centred(wanted)
        visibleLines = max(1, area.height - 4)
        top = max(0, min(top, lineCount - visibleLines))
        var field = self.field
        let isTyping = isTyping
        grid.frame.hideCursor()
        grid.inside(area) { part in
            Box.draw(into: &part, title: "Keys") { inner in
                for (offset, line) in lines.dropFirst(top).prefix(inner.height - 2).enumerated() {
                    inner.draw(line, x: 0, y: offset)
                }
                let bottom = inner.height - 1
                let hints = "Esc close   / find   j k scroll"
                if isTyping || !field.isEmpty {
                    let x = inner.draw("/", x: 0, y: bottom, .accent) + 1
                    inner.inside(Rect(x: x, y: bottom, width: inner.width - x, height: 1)) {
                        field.draw(into: &$0, isFocused: isTyping)
                    }
                } else {
                    inner.draw(TextCells.truncated(hints, to: inner.width), x: 0, y: bottom, .dim)
                }
            }
        }
        self.field = field
    }

    private var lines: [StyledLine] {
        let wanted = field.text.lowercased()
        var lines: [StyledLine] = []
        for group in CommandDefinition.Group.allCases {
            let entries = keys.commands(in: context).compactMap { CommandTable.definition(of: $0) }
                .filter { $0.group == group }
                .map {
                    ($0.title, keys.sequences(of: $0.command, in: context).map(\.description).joined(separator: "  "))
                }
                .filter { wanted.isEmpty || $0.0.lowercased().contains(wanted) || $0.1.lowercased().contains(wanted) }
            guard !entries.isEmpty else { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(group.rawValue, .bold))
            for (title, keys) in entries {
                var line = StyledLine(TextCells.padded(keys, to: 20), .accent)
                line.append(" " + title)
                lines.append(line)
            }
        }
        return lines.isEmpty ? [StyledLine("No key or command like that.", .dim)] : lines
    }
}

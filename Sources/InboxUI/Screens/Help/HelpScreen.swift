import Foundation
import TerminalUI

/// The keys of the screen beneath, by group; `/` looks for some of them.
@UI
final class HelpScreen: Screen {
    private let around: any Surroundings
    private let keys: KeyMap
    private let context: KeyContext
    private var field = TextField("", placeholder: "a key or a word")
    private var isTyping = false
    private var view = TextView()

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
        case .open: if isTyping { isTyping = false } else { around.pop() }
        // Help about help would stand above itself.
        case .help: return true
        default: return view.perform(command)
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if case .mouse(let mouse) = event, mouse.action == .press(.left) {
            around.pop()
        } else if isTyping, field.handle(event) != .ignored {
            view.scroll(to: 0)
        } else {
            return view.handle(event)
        }
        return true
    }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        let lines = lines(width: min(66, grid.width - 2) - 4, ellipsis: grid.frame.glyphs.ellipsis)
        view.set(lines)
        let wanted = Size(width: 66, height: lines.count + 4)
        let area = Rect(x: 1, y: 0, width: grid.width - 2, height: grid.height - 1).centred(wanted)
        grid.frame.hideCursor()
        grid.inside(area) { part in
            Box.draw(into: &part, title: "Keys") { inner in
                let (text, foot) = inner.bounds.split(top: inner.height - 1)
                inner.inside(Rect(x: 0, y: 0, width: text.width, height: text.height - 1)) { view.draw(into: &$0) }
                inner.inside(foot) { drawFoot(into: &$0) }
            }
        }
    }

    /// What a text field takes by itself; these keys can't be bound anew.
    private static let textKeys = [
        ("undo in the text", "Ctrl-_"), ("redo in the text", "Alt-_"), ("a word back, a word on", "Alt-b  Alt-f"),
        ("delete the word before", "Ctrl-w"), ("delete to the start of the line", "Ctrl-u"),
        ("delete to the end of the line", "Ctrl-k"), ("take the selected recipient or file off", "Backspace  x"),
    ]

    /// What the login takes by itself.
    private static let loginKeys = [
        ("sign in", "Enter"), ("next field", "Tab  Down"), ("previous field", "Shift-Tab  Up"),
    ]

    private func drawFoot(into grid: inout Grid) {
        guard isTyping || !field.isEmpty else {
            grid.draw(hints: around.readingHints(finds: true), x: 0, y: 0, .dim)
            return
        }
        let x = grid.draw("/", x: 0, y: 0, .accent) + 1
        var field = self.field
        let isTyping = isTyping
        grid.inside(Rect(x: x, y: 0, width: grid.width - x, height: 1)) { field.draw(into: &$0, isFocused: isTyping) }
        self.field = field
    }

    private func lines(width: Int, ellipsis: String) -> [StyledLine] {
        let column = min(20, width / 3)
        let wanted = field.text.lowercased()
        var lines: [StyledLine] = []
        for group in CommandDefinition.Group.allCases {
            var entries = keys.commands(in: context).compactMap { CommandTable.definition(of: $0) }
                .filter { $0.group == group }
                .map {
                    (
                        CommandTable.title(of: $0.command, in: context),
                        keys.sequences(of: $0.command, in: context).map(\.description).joined(separator: "  ")
                    )
                }
            if context == .compose, group == .writing { entries += Self.textKeys }
            if context == .login, group == .program { entries = Self.loginKeys + entries }
            entries = entries.filter {
                wanted.isEmpty || $0.0.lowercased().contains(wanted) || $0.1.lowercased().contains(wanted)
            }
            guard !entries.isEmpty else { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(group.rawValue, .bold))
            for (title, keys) in entries {
                let shown = TextCells.width(keys) < column ? keys : keys.components(separatedBy: "  ").first ?? ""
                var line = StyledLine(TextCells.padded(shown, to: column), .accent)
                line.append(" " + TextCells.truncated(title, to: width - column - 1, ellipsis: ellipsis))
                lines.append(line)
            }
        }
        return lines.isEmpty ? [StyledLine("No key or command like that.", .dim)] : lines
    }
}

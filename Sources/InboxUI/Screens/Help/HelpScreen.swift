import Foundation
import TerminalUI

/// The keys of the screen beneath, by group; `/` searches them.
@UI
final class HelpScreen: Screen {
    private let around: any Surroundings
    private let keys: KeyMap
    private let context: KeyContext
    private let notes: [HelpNote]
    private let dead: Set<Command>
    private var field = TextField("", placeholder: "a key or a word")
    private var isTyping = false
    private var view = TextView()

    let keyContext = KeyContext.help
    var isOverlay: Bool { true }
    let boxLine: BoxLine? = nil
    var takesText: Bool { isTyping }

    /// - Parameters:
    ///   - notes: The notes of the screen beneath, which come first.
    ///   - dead: Commands that have no meaning on that screen.
    init(
        context: KeyContext, notes: [HelpNote] = [], without dead: Set<Command> = [], around: any Surroundings,
        keys: KeyMap
    ) {
        self.context = context
        self.notes = notes
        self.dead = dead
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
        // There is no help about help.
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
        let all = sections(wanted: "")
        // As wide as the longest title, if there is room.
        let widest = all.flatMap(\.entries).map { TextCells.width($0.title) }.max() ?? 0
        let width = min(max(66, Self.keyColumn + 1 + widest + 4), grid.width - 2)
        let lines = lines(sections(wanted: field.text.lowercased()), width: width - 4)
        view.set(lines)
        let wanted = Size(width: width, height: lines.count + 4)
        let area = Rect(x: 1, y: 0, width: grid.width - 2, height: grid.height - 1).centred(wanted)
        grid.frame.hideCursor()
        grid.inside(area) { part in
            Box.draw(into: &part, title: "Keys", style: .accent) { inner in
                let (text, foot) = inner.bounds.split(top: inner.height - 1)
                inner.inside(Rect(x: 0, y: 0, width: text.width, height: text.height - 1)) { view.draw(into: &$0) }
                inner.inside(foot) { drawFoot(into: &$0) }
            }
        }
    }

    /// The keys that a text field handles itself; they cannot be rebound.
    nonisolated static let textKeys = HelpNote("Text", textEntries)

    private nonisolated static let textEntries: [HelpNote.Entry] = [
        .init("Ctrl-_", "undo in the text"), .init("Alt-_", "redo in the text"),
        .init("Alt-b  Alt-f", "a word back, a word forward"), .init("Ctrl-w", "delete the word before"),
        .init("Ctrl-u", "delete to the start of the line"), .init("Ctrl-k", "delete to the end of the line"),
    ]

    private static let composeEntries =
        textEntries + [
            .init("Backspace  x", "remove the selected recipient or file"),
            .init("Tab  Shift-Tab", "from To to Cc and Bcc; From is before To"),
        ]

    private func drawFoot(into grid: inout Grid) {
        guard isTyping || !field.isEmpty else {
            grid.draw(hints: around.readingHints(finds: true), x: 0, y: 0, .dim)
            return
        }
        let x = grid.draw("/", x: 0, y: 0, .accent) + 1
        var field = self.field
        let isTyping = isTyping
        let hints = grid.width < 32 ? [] : searchHints
        let end = grid.width - Grid.width(of: hints)
        grid.draw(hints: hints, x: end, y: 0, .dim)
        let place = Rect(x: x, y: 0, width: max(0, end - x - 2), height: 1)
        grid.inside(place) { field.draw(into: &$0, isFocused: isTyping) }
        self.field = field
    }

    /// The hints for ending a search: keeping the matches, or showing all keys again.
    private var searchHints: [StatusBar.Hint] {
        func key(_ command: Command) -> String {
            let known = keys.sequences(of: command, in: keyContext)
            // While the user types, these are text.
            return (known.first { !isTyping || !$0.isWriting })?.description ?? ""
        }
        let next = isTyping ? StatusBar.Hint(key(.open), "done") : StatusBar.Hint(key(.search), "find")
        // The user's key for going back may be a letter, which is text until the search has ended.
        return [next, StatusBar.Hint(key(.back), "all", isWayBack: true)].filter { !$0.key.isEmpty }
    }

    private static let keyColumn = 20

    /// Returns the sections of help, with only the entries that match a key or word.
    private func sections(wanted: String) -> [HelpNote] {
        let groups = CommandDefinition.Group.allCases.map { group in
            let commands = keys.allCommands(in: context).filter {
                CommandTable.definition(of: $0)?.group == group && !dead.contains($0)
            }
            var entries = commands.compactMap { entry(of: $0, wanted: wanted) }
            if context == .compose, group == .writing {
                entries += Self.composeEntries.filter { isWanted($0, wanted) }
            }
            return HelpNote(group.rawValue, entries)
        }
        let own = HelpNote(
            "Your own", keys.ownKeys(in: context).map { HelpNote.Entry($0.sequence.description, $0.own.title) })
        func found(_ note: HelpNote) -> HelpNote {
            HelpNote(note.heading, note.entries.filter { isWanted($0, wanted) })
        }
        let numbers = HelpNote.numbers(in: context, keys)
        return (notes.map(found) + groups + [found(own), found(numbers)]).filter { !$0.entries.isEmpty }
    }

    /// Returns the entry of a command with its keys. A command without keys is only found by a search, and shown with the palette's key.
    private func entry(of command: Command, wanted: String) -> HelpNote.Entry? {
        var names = keys.sequences(of: command, in: context).map(\.description)
        if names.isEmpty {
            guard !wanted.isEmpty, let palette = around.keyName(of: .palette, in: context) else { return nil }
            names = [palette]
        } else if context == .picker, notes.contains(where: { $0.entries.contains { $0.names.contains(names[0]) } }) {
            // The screen's own note about a key of a box is more precise.
            return nil
        }
        let entry = HelpNote.Entry(names.joined(separator: "  "), CommandTable.title(of: command, in: context))
        // The palette finds the command by these words, too.
        let words = PaletteWords.words(for: command) + [command.rawValue]
        return isWanted(entry, wanted) || words.contains { FuzzyMatch.beginsWord(wanted, in: $0) } ? entry : nil
    }

    private func isWanted(_ entry: HelpNote.Entry, _ wanted: String) -> Bool {
        wanted.isEmpty || entry.title.lowercased().contains(wanted) || entry.keys.lowercased().contains(wanted)
    }

    /// Returns as many of the keys as there is room for, but at least the first.
    private static func first(_ entry: HelpNote.Entry, below columns: Int) -> String {
        var names = entry.names
        while names.count > 1, TextCells.width(names.joined(separator: "  ")) >= columns { names.removeLast() }
        return names.joined(separator: "  ")
    }

    private func lines(_ sections: [HelpNote], width: Int) -> [StyledLine] {
        let column = min(Self.keyColumn, width / 3)
        var lines: [StyledLine] = []
        for section in sections {
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(section.heading, .bold))
            for entry in section.entries {
                let shown = Self.first(entry, below: column)
                let words = TextCells.wrapped(entry.title, to: max(8, width - column - 1))
                for (index, words) in words.enumerated() {
                    var line = StyledLine(TextCells.padded(index == 0 ? shown : "", to: column), .accent)
                    line.append(" " + words)
                    lines.append(line)
                }
            }
        }
        return lines.isEmpty ? [StyledLine("No such key or command.", .dim)] : lines
    }
}

extension HelpNote.Entry {
    /// The individual keys.
    fileprivate var names: [String] { keys.components(separatedBy: "  ") }
}

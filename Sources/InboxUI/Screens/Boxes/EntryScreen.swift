import TerminalUI

/// Asks for one line of text over the screen beneath, and shows what will come of the text while the user types.
@UI
final class EntryScreen: AskingScreen {
    /// The text shown beneath the line.
    struct Note {
        var text: String
        /// Whether the entered text cannot be accepted as it stands.
        var isProblem = false
    }

    private let title: String
    private let deed: String
    private let other: String?
    let around: any Surroundings
    private let note: @UI (String) -> Note
    private let left: @UI () -> Void
    private let done: @UI (String) -> Void
    /// The previous entry. Enter accepts it, another key brings it into the field for editing, and typed text replaces it.
    private let offered: String
    private(set) var field: TextField
    /// Whether Enter was refused; the note is then shown more prominently.
    private var isRefused = false

    /// - Parameters:
    ///   - deed: One or two words for what Enter does.
    ///   - other: The same for what Esc does, where that is more than cancelling.
    ///   - offered: Shown dim, and accepted as long as nothing is typed.
    ///   - note: Returns the note for a text.
    ///   - left: Called when the screen has closed without a text.
    ///   - done: Called with the text after the screen has closed, if its note is no problem.
    init(
        _ title: String, deed: String, other: String? = nil, text: String = "", offered: String = "",
        placeholder: String = "", around: any Surroundings, note: @escaping @UI (String) -> Note,
        left: @escaping @UI () -> Void = {}, done: @escaping @UI (String) -> Void
    ) {
        self.title = title
        self.deed = deed
        self.other = other
        self.around = around
        self.note = note
        self.left = left
        self.done = done
        self.offered = offered
        field = TextField(text, placeholder: offered.isEmpty ? placeholder : Wording.line(offered))
    }

    let boxLine: BoxLine? = nil
    let deadCommands: Set<Command> = [.down, .up, .complete, .completeBack, .send]

    var helpNotes: [HelpNote] {
        let again = HelpNote.Entry(around.boxKeyName(.up), "the previous one, to edit")
        return (offered.isEmpty ? [] : [HelpNote("Here", [again])]) + [HelpScreen.textKeys]
    }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        left()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.enter) {
            let text = text
            guard !note(text).isProblem else {
                isRefused = true
                return true
            }
            around.pop()
            done(text)
            return true
        }
        if field.isEmpty, !offered.isEmpty, [.key(.up), .key(.right), .key(.end), .key(.tab)].contains(event) {
            field.set(offered)
            return true
        }
        guard field.handle(event) != .ignored else { return false }
        isRefused = false
        return true
    }

    private var text: String { field.text.isEmpty ? offered : field.text }

    func draw(into grid: inout Grid) {
        let width = min(64, grid.width - 4)
        var note = note(text)
        if isRefused, note.isProblem, note.text.isEmpty { note.text = "Nothing is typed yet" }
        let words = TextCells.wrapped(note.text, to: max(1, width - 4))
        let size = Size(width: width, height: min(4 + max(2, words.count), max(6, grid.height)))
        grid.inside(grid.bounds.centred(size)) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                inner.inside(Rect(x: 0, y: 0, width: inner.width, height: 1)) { field.draw(into: &$0) }
                // While the field is empty, the note says what the field takes.
                let isProblem = note.isProblem && (isRefused || !text.isEmpty)
                let style: Style = isProblem ? Style(isRefused ? .danger : .warn) : .dim
                for (line, text) in words.prefix(max(0, inner.height - 2)).enumerated() {
                    inner.draw(text, x: 0, y: 1 + line, style)
                }
                inner.draw(hints: hints(fitting: inner.width), x: 0, y: inner.height - 1, .dim)
            }
        }
    }

    /// Returns all key hints that fit, in shorter words where room is scarce.
    private func hints(fitting width: Int) -> [StatusBar.Hint] {
        let open = [around.boxHint(.open, deed)]
        let back = other.map { [around.boxHint(.back, $0)] } ?? around.hints([.back], in: .picker)
        func keys(last: String) -> [StatusBar.Hint] { open + [around.boxHint(.up, last)] + back }
        let offersLast = !offered.isEmpty && field.isEmpty
        let usual = offersLast ? keys(last: "the last one") : open + back
        let ways = [usual + around.hints([.help], in: .picker), usual] + (offersLast ? [keys(last: "last")] : [])
        return ways.first { Grid.width(of: $0) <= width } ?? open + back
    }
}

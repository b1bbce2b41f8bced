import TerminalUI

/// Asks for one line of text over the screen beneath, and says while one types what will come of it.
@UI
final class EntryScreen: AskingScreen {
    /// What is said beneath the line.
    struct Note {
        var text: String
        /// Whether the text can't be taken as it stands.
        var isProblem = false
    }

    private let title: String
    let around: any Surroundings
    private let note: @UI (String) -> Note
    private let done: @UI (String) -> Void
    private(set) var field: TextField
    /// Whether Enter was refused: then the note is said louder.
    private var isRefused = false

    /// - Parameters:
    ///   - note: what is to be said about a text.
    ///   - done: hears of the text, when its note is no problem, after the question has gone.
    init(
        _ title: String, text: String = "", placeholder: String = "", around: any Surroundings,
        note: @escaping @UI (String) -> Note, done: @escaping @UI (String) -> Void
    ) {
        self.title = title
        self.around = around
        self.note = note
        self.done = done
        field = TextField(text, placeholder: placeholder, limit: 1_000)
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.enter) {
            let text = field.text
            guard !note(text).isProblem else {
                isRefused = true
                return true
            }
            around.pop()
            done(text)
            return true
        }
        guard field.handle(event) != .ignored else { return false }
        isRefused = false
        return true
    }

    func draw(into grid: inout Grid) {
        let size = Size(width: min(64, grid.width - 4), height: 6)
        let note = note(field.text)
        grid.inside(grid.bounds.centred(size)) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                inner.inside(Rect(x: 0, y: 0, width: inner.width, height: 1)) { field.draw(into: &$0) }
                let style: Style = note.isProblem ? Style(isRefused ? .danger : .warn) : .dim
                let words = TextCells.wrapped(note.text, to: inner.width)
                for (line, text) in words.prefix(max(0, inner.height - 2)).enumerated() {
                    inner.draw(text, x: 0, y: 1 + line, style)
                }
                inner.draw("Enter take   Esc leave it", x: 0, y: inner.height - 1, .dim, columns: inner.width)
            }
        }
    }
}

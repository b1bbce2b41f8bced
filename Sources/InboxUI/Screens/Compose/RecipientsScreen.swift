import InboxModel
import MailContent
import TerminalUI

/// Asks for recipients over the screen beneath, with the same completions as the composer.
@UI
final class RecipientsScreen: AskingScreen {
    private static let widest = 64
    private static let mostRows = 3

    let around: any Surroundings
    private let title: String
    private let deed: String
    private let book: AddressBook
    private let done: @UI ([MailAddress]) -> Void
    private(set) var field = RecipientField()
    /// Whether Enter was refused; the problem is then shown more prominently.
    private var isRefused = false

    /// - Parameters:
    ///   - deed: One or two words for what Enter does.
    ///   - done: Called with at least one recipient, after the screen has closed.
    init(
        _ title: String, deed: String, book: AddressBook, around: any Surroundings,
        done: @escaping @UI ([MailAddress]) -> Void
    ) {
        self.title = title
        self.deed = deed
        self.book = book
        self.around = around
        self.done = done
    }

    let deadCommands: Set<Command> = [.completeBack, .send]
    var helpNotes: [HelpNote] { [HelpScreen.textKeys] }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        if field.completions.isEmpty { around.pop() } else { _ = field.handle(.key(.escape), book) }
        around.setNeedsDraw()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.enter), field.completions.isEmpty {
            take()
            return true
        }
        if field.handle(event, book) == .ignored {
            // There is no next field: Tab ends the address being typed, as a comma does.
            guard event == .key(.tab) else { return false }
            field.commit(book)
        }
        isRefused = false
        return true
    }

    private func take() {
        field.commit(book)
        guard !note.isProblem else { return isRefused = true }
        around.pop()
        done(field.tokens)
    }

    /// What Enter will do, or what prevents it.
    private var note: (text: String, isProblem: Bool) {
        let (people, rest) = book.people(in: field.leftover)
        let all = field.tokens + people
        if !rest.isEmpty { return (book.problem(with: rest), true) }
        guard !all.isEmpty else { return ("addresses, names, groups, with commas", true) }
        return ("goes to " + all.map { EmailAddress.shown($0.email) }.joined(separator: ", "), false)
    }

    func draw(into grid: inout Grid) {
        let size = Size(width: min(Self.widest, grid.width - 4), height: min(Self.mostRows + 5, grid.height))
        let box = grid.bounds.centred(size)
        var end = Point(x: 0, y: 0)
        grid.inside(box) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                var rows = 1
                inner.inside(Rect(x: 0, y: 0, width: inner.width, height: Self.mostRows)) {
                    rows = field.draw(into: &$0, isFocused: true)
                }
                let note = note
                let isQuiet = !note.isProblem || field.isEmpty && !isRefused
                let style: Style = isQuiet ? .dim : Style(isRefused ? .danger : .warn)
                let lines = TextCells.wrapped(note.text, to: max(1, inner.width))
                for (line, text) in lines.prefix(max(0, inner.height - rows - 1)).enumerated() {
                    inner.draw(text, x: 0, y: rows + line, style)
                }
                inner.draw(
                    hints: [around.boxHint(.open, deed)] + around.hints([.back], in: .picker), x: 0,
                    y: inner.height - 1, .dim)
                end = Point(x: inner.place.x, y: inner.place.y + rows)
            }
        }
        field.drawCompletions(x: end.x - grid.place.x, y: end.y - grid.place.y, into: &grid)
    }
}

import TerminalUI

/// Asks for confirmation before a step that cannot be undone. Enter or `y` confirms; Esc, `n` or `q` cancels. `takesEnter` is false where
/// the question itself follows an Enter, so that a second Enter does not confirm it. On any other key the question stays: the key may
/// belong to a word typed for something else, whose other letters must not reach the screen beneath.
@UI
final class QuestionScreen: AskingScreen {
    let boxLine: BoxLine? = nil
    let deadCommands: Set<Command> = [.open, .down, .up, .complete, .completeBack, .send]

    private var dialog: Dialog
    let around: any Surroundings
    private let yes: @UI () -> Void
    private let no: @UI () -> Void
    private let takesEnter: Bool

    /// - Parameters:
    ///   - deed: One or two words for what Enter does.
    ///   - other: The same for what Esc does, where that is more than cancelling.
    ///   - takesEnter: Whether Enter confirms as well as `y`.
    ///   - yes: Called for a yes, after the question has closed.
    ///   - no: Called for the other answer, likewise.
    init(
        _ title: String, text: String, deed: String, other: String = "cancel", takesEnter: Bool = true,
        around: any Surroundings,
        no: @escaping @UI () -> Void = {}, yes: @escaping @UI () -> Void
    ) {
        dialog = Dialog(
            title: title, text: text,
            answers: [
                takesEnter ? around.boxHint(.open, deed) : StatusBar.Hint("y", deed), around.boxHint(.back, other),
            ])
        self.takesEnter = takesEnter
        self.around = around
        self.no = no
        self.yes = yes
    }

    var helpNotes: [HelpNote] {
        [
            HelpNote(
                "Here",
                [
                    HelpNote.Entry(takesEnter ? "\(around.boxKeyName(.open))  y" : "y", "do it"),
                    HelpNote.Entry("\(around.boxKeyName(.back))  n  q", "leave things as they are"),
                ])
        ]
    }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        no()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter) where !takesEnter: stand("Say y or n.")
        case .key(.enter), .key("y"), .key("Y"):
            around.pop()
            yes()
        case .key(.escape), .key("n"), .key("N"), .key("q"), .key(.ctrl("c")): return perform(.back)
        case .key(let key): stand("“\(KeySequence([key]))” does nothing here.")
        case .paste: stand("Pasting does nothing here.")
        default: return false
        }
        return true
    }

    private func stand(_ note: String) {
        dialog.note = note
        around.setNeedsDraw()
    }

    func draw(into grid: inout Grid) { dialog.draw(into: &grid) }
}

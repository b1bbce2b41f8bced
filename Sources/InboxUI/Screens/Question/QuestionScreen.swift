import TerminalUI

/// Asks before what can't be taken back. Enter or `y` does it, every other key leaves things as they are.
@UI
final class QuestionScreen: Screen {
    let keyContext = KeyContext.picker
    let takesText = true
    let isOverlay = true

    private let dialog: Dialog
    private let around: any Surroundings
    private let yes: @UI () -> Void
    private let no: @UI () -> Void

    /// - Parameters:
    ///   - deed: one or two words for what Enter does.
    ///   - other: the same for what any other key does.
    ///   - yes: is called after the question has gone.
    ///   - no: the same for any other answer.
    init(
        _ title: String, text: String, deed: String, other: String = "leave it", around: any Surroundings,
        no: @escaping @UI () -> Void = {}, yes: @escaping @UI () -> Void
    ) {
        dialog = Dialog(
            title: title, text: text, answers: [StatusBar.Hint("Enter", deed), StatusBar.Hint("Esc", other)])
        self.around = around
        self.no = no
        self.yes = yes
    }

    var helpNotes: [HelpNote] {
        [
            HelpNote(
                "Here", [HelpNote.Entry("Enter  y", "do it"), HelpNote.Entry("any other", "leave things as they are")])
        ]
    }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        no()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        around.pop()
        if key == .enter || key == "y" { yes() } else { no() }
        return true
    }

    func draw(into grid: inout Grid) { dialog.draw(into: &grid) }
}

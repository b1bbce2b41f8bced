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

    /// - Parameters:
    ///   - deed: one or two words for what Enter does.
    ///   - yes: is called after the question has gone.
    init(_ title: String, text: String, deed: String, around: any Surroundings, yes: @escaping @UI () -> Void) {
        dialog = Dialog(
            title: title, text: text, answers: [StatusBar.Hint("Enter", deed), StatusBar.Hint("Esc", "leave it")])
        self.around = around
        self.yes = yes
    }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        around.pop()
        if key == .enter || key == "y" { yes() }
        return true
    }

    func draw(into grid: inout Grid) { dialog.draw(into: &grid) }
}

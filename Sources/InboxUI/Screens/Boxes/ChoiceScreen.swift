import TerminalUI

/// A choice from a list of names, filtered by typed letters.
@UI
final class ChoiceScreen: PickingScreen {
    private let title: String
    let around: any Surroundings
    private let choose: @UI (String) -> Void
    var picker: Picker<String>

    /// - Parameter choose: Called with the name after the screen has closed.
    init(_ title: String, names: [String], around: any Surroundings, choose: @escaping @UI (String) -> Void) {
        self.title = title
        self.around = around
        self.choose = choose
        picker = Picker(placeholder: "letters of a name") { FuzzyMatch.best(names, for: $0, name: { $0 }) }
    }

    func chosen(_ name: String) { choose(name) }

    func draw(into grid: inout Grid) {
        picker.draw(into: &grid, title: title, size: Size(width: 50, height: 16), nothing: "Nothing by that name") {
            part, name in
            let name = TextCells.truncated(Wording.line(name), to: part.width - 2, ellipsis: part.frame.glyphs.ellipsis)
            part.draw(name, x: 1, y: 0)
        }
    }
}

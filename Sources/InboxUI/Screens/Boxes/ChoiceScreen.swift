import TerminalUI

/// A choice from a list of names, filtered by typed letters.
@UI
final class ChoiceScreen: PickingScreen {
    private let title: String
    private let verb: String
    /// All names fit, up to twelve.
    private let height: Int
    let around: any Surroundings
    private let choose: @UI (String) -> Void
    var picker: Picker<String>

    /// - Parameters:
    ///   - deed: What Enter does.
    ///   - prompt: Shown where letters are typed.
    ///   - choose: Called with the name after the screen has closed.
    init(
        _ title: String, deed: String = "choose", names: [String], prompt: String = "letters of a name",
        around: any Surroundings, choose: @escaping @UI (String) -> Void
    ) {
        self.title = title
        verb = deed
        // With the border, the line for letters, and the blank line below it.
        height = min(names.count, 12) + 4
        self.around = around
        self.choose = choose
        picker = Picker(placeholder: prompt) { FuzzyMatch.best(names, for: $0, name: { $0 }) }
    }

    var deed: String? { picker.list.rows.isEmpty ? nil : verb }

    func chosen(_ name: String) { choose(name) }

    func draw(into grid: inout Grid) {
        picker.draw(into: &grid, title: title, size: Size(width: 50, height: height), nothing: "Nothing by that name") {
            part, name in
            let name = TextCells.truncated(Wording.line(name), to: part.width - 2, ellipsis: part.frame.glyphs.ellipsis)
            part.draw(name, x: 1, y: 0)
        }
    }
}

import Foundation
import InboxModel
import TerminalUI

/// Asks with whom to share: a principal whom the server lists, or a typed name or address that it may know.
@UI
final class ShareWithScreen: PickingScreen {
    enum Choice: Hashable, Sendable {
        case known(Principal)
        case typed(String)
    }

    let around: any Surroundings
    private let nothing: String
    private let choose: @UI (Choice) -> Void
    var picker: Picker<Choice>

    /// - Parameter choose: called with the choice after the screen has closed.
    init(_ principals: [Principal], around: any Surroundings, choose: @escaping @UI (Choice) -> Void) {
        self.around = around
        self.choose = choose
        nothing = principals.isEmpty ? "The server lists nobody: type the name or address that it knows them by." : ""
        picker = Picker(placeholder: principals.isEmpty ? "a name or address" : "letters of a name, or an address") {
            text in
            let text = text.trimmingCharacters(in: .whitespaces)
            let known = FuzzyMatch.best(principals, for: text) { "\($0.name) \($0.email) \($0.id)" }
            let isKnown = text.isEmpty || principals.called(text) != nil
            return known.map { .known($0) } + (isKnown ? [] : [.typed(text)])
        }
    }

    func chosen(_ choice: Choice) { choose(choice) }

    func draw(into grid: inout Grid) {
        picker.draw(into: &grid, title: "Share with", size: Size(width: 50, height: 16), nothing: nothing) {
            part, choice in
            let (name, aside): (String, String) =
                switch choice {
                case .known(let principal): (Wording.name(of: principal), Wording.address(of: principal))
                case .typed(let text): (Wording.line(text), "as typed")
                }
            part.draw(item: name, aside: aside)
        }
    }
}

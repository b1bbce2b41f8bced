import TerminalUI

/// An overlay that asks for one thing, typed or chosen. It closes once it has the answer, or on the back key.
@UI
protocol AskingScreen: Screen {
    var around: any Surroundings { get }
}

extension AskingScreen {
    var keyContext: KeyContext { .picker }
    var takesText: Bool { true }
    var isOverlay: Bool { true }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        return true
    }
}

extension HelpNote {
    /// Returns the help for a list in which letters find an item.
    /// - Parameter deed: What taking the selected item does, by the key `enter`; nil where that needs no words.
    static func picking(_ deed: String? = nil, _ enter: String = "", _ more: [Entry] = []) -> HelpNote {
        let letters = Entry("letters", "find it: some letters of its name, in order")
        return HelpNote("Here", [letters] + (deed.map { [Entry(enter, $0)] } ?? []) + more)
    }
}

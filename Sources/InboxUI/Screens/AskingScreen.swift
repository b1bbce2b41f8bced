import TerminalUI

/// A screen over another one that asks for one thing, typed or chosen, and goes when it has it or at the key for back.
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
    /// The keys of a list that is found by letters.
    static func picking(_ deed: String = "take the selected one", _ more: [Entry] = []) -> HelpNote {
        HelpNote(
            "Here",
            [
                Entry("letters", "find it: some letters of its name, in their order"), Entry("Enter", deed),
                Entry("Down  Up", "next, or the one before; Tab and Ctrl-n, Ctrl-p too"),
            ] + more)
    }
}

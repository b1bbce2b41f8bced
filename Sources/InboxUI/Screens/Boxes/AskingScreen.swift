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
    /// - Parameter deed: what taking the selected one does, by the key `enter`; nil where that needs no words.
    static func picking(_ deed: String? = nil, _ enter: String = "", _ more: [Entry] = []) -> HelpNote {
        let letters = Entry("letters", "find it: some letters of its name, in their order")
        return HelpNote("Here", [letters] + (deed.map { [Entry(enter, $0)] } ?? []) + more)
    }
}

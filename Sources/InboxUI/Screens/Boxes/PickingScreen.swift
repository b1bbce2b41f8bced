import TerminalUI

/// Asks for one thing out of a list.
@UI
protocol PickingScreen: AskingScreen {
    associatedtype Item: Hashable & Sendable
    var picker: Picker<Item> { get set }
    /// Hears of the choice after the screen has gone.
    func chosen(_ item: Item)
    /// Puts what is selected in place of what was typed; false where Tab goes on to the next.
    func completes() -> Bool
}

extension PickingScreen {
    var helpNotes: [HelpNote] { [.picking()] }
    func completes() -> Bool { false }

    func handle(_ event: InputEvent) -> Bool { pick(event) }

    /// What an event does to the list, where the screen has no other use for it.
    func pick(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.tab), completes() { return true }
        let response = picker.handle(event)
        if case .chosen(let item) = response {
            around.pop()
            chosen(item)
        }
        return response != .ignored
    }
}

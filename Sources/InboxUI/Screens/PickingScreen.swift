import TerminalUI

/// Asks for one thing out of a list.
@UI
protocol PickingScreen: AskingScreen {
    associatedtype Item: Hashable & Sendable
    var picker: Picker<Item> { get set }
    /// Hears of the choice after the screen has gone.
    func chosen(_ item: Item)
}

extension PickingScreen {
    var helpNotes: [HelpNote] { [.picking()] }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        let response = picker.handle(event)
        if case .chosen(let item) = response {
            around.pop()
            chosen(item)
        }
        return response != .ignored
    }
}

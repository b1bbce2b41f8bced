import TerminalUI

/// A screen over another one that asks for one thing out of a list, and goes when it has been told.
@UI
protocol PickingScreen: Screen {
    associatedtype Item: Hashable & Sendable
    var around: any Surroundings { get }
    var picker: Picker<Item> { get set }
    /// Hears of the choice after the screen has gone.
    func chosen(_ item: Item)
}

extension PickingScreen {
    var keyContext: KeyContext { .picker }
    var takesText: Bool { true }
    var isOverlay: Bool { true }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        return true
    }

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

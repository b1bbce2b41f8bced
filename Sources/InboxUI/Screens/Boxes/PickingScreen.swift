import TerminalUI

/// An overlay that asks the user to pick one item from a list.
@UI
protocol PickingScreen: AskingScreen {
    associatedtype Item: Hashable & Sendable
    var picker: Picker<Item> { get set }
    /// What Enter does, for the bottom line; nil where nothing matches.
    var deed: String? { get }
    /// Handles the choice, after the screen has closed.
    func chosen(_ item: Item)
    /// Replaces the typed text with the selected item; returns false where Tab moves to the next item instead.
    func completes() -> Bool
}

extension PickingScreen {
    var helpNotes: [HelpNote] { [.picking()] }
    var boxLine: BoxLine? { BoxLine(deed: deed) }
    var deed: String? { picker.list.rows.isEmpty ? nil : "choose" }
    func completes() -> Bool { false }

    func handle(_ event: InputEvent) -> Bool { pick(event) }

    /// Passes an event to the list, for events that the screen does not use itself.
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

extension Grid {
    /// Draws the name of an item, and at the right edge what tells it from others of that name, such as its account.
    mutating func draw(item name: String, aside: String) {
        let ellipsis = frame.glyphs.ellipsis
        let kept = aside.isEmpty ? 0 : min(TextCells.width(aside), width / 2) + 2
        let end = draw(MiddleCut.text(name, columns: max(0, width - 2 - kept), ellipsis: ellipsis), x: 1, y: 0)
        guard !aside.isEmpty, width > end + 6 else { return }
        draw(MiddleCut.text(aside, columns: width - end - 3, ellipsis: ellipsis), endingAt: width - 1, y: 0, .dim)
    }
}

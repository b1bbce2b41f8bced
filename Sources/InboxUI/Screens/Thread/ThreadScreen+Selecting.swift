import MailContent
import TerminalUI

/// Selecting lines of a message: to answer just these, or to copy them.
extension ThreadScreen {
    /// Handles commands while lines are selected, and the one that starts a selection.
    func select(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        // The key was meant for the lines that have just gone.
        if pane.losesSelection() { return true }
        switch command {
        case .copy:
            copy()
            return true
        case .range where pane.selection == nil:
            beginSelection()
            return true
        default: break
        }
        guard pane.selection != nil else { return false }
        switch command {
        case .range, .back: pane.selection = nil
        case .down: pane.extendSelection(by: 1)
        case .up: pane.extendSelection(by: -1)
        case .halfDown: pane.extendSelection(by: pane.space.size.height / 2)
        case .halfUp: pane.extendSelection(by: -pane.space.size.height / 2)
        case .pageDown, .pageOn: pane.extendSelection(by: pane.space.size.height - 1)
        case .pageUp: pane.extendSelection(by: 1 - pane.space.size.height)
        case .top: pane.extendSelection(by: -1_000_000)
        case .bottom: pane.extendSelection(by: 1_000_000)
        default: return false
        }
        return true
    }

    /// Starts a selection. A folded message is opened first, so that the user sees its lines.
    private func beginSelection() {
        pane.unfoldCurrent()
        guard !pane.beginSelection() else { return }
        let isHere = pane.currentMessage.map { pane.bodies.state(of: $0).state.isHere } ?? true
        let words = isHere ? "There is no text to select in this message" : "The text is still being fetched"
        around.sayHere(words, kind: .warning)
    }

    /// Copies the selected lines, else the address of the link that Tab selected, else the whole text of the message.
    private func copy() {
        var text = pane.selectedText
        if text == nil, let laid = pane.current.flatMap({ pane.laid($0) }) {
            if case .link(let index) = pane.focus, laid.links.indices.contains(index) {
                text = laid.links[index].target
            } else {
                text = laid.typed(laid.lines.indices)
            }
        }
        guard let text, !text.isEmpty else {
            return around.say("There is nothing to copy", kind: .info)
        }
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        if around.copy(text, as: Wording.count(count, "line")) { pane.selection = nil }
    }
}

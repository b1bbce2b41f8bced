import InboxModel

/// Selected lines of one message's text, by their index in the message's layout.
struct LineSelection: Hashable {
    var message: MessageID
    /// The line where the selection began, and the end that moves.
    var anchor: Int
    var head: Int

    var lines: ClosedRange<Int> { min(anchor, head)...max(anchor, head) }

    /// Returns the selection of other lines, with its ends the same way round.
    func moved(to lines: ClosedRange<Int>) -> LineSelection {
        let (first, last) = (lines.lowerBound, lines.upperBound)
        return anchor <= head
            ? LineSelection(message: message, anchor: first, head: last)
            : LineSelection(message: message, anchor: last, head: first)
    }
}

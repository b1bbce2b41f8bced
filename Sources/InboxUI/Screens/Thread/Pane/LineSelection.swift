import InboxModel

/// Selected lines of one message's text, by their index in the message's layout.
struct LineSelection: Hashable {
    var message: MessageID
    /// The line where the selection began, and the end that moves.
    var anchor: Int
    var head: Int

    var lines: ClosedRange<Int> { min(anchor, head)...max(anchor, head) }
}

import InboxModel

/// Lines of one message's text that are selected, by their places in the message as it is laid out.
struct LineSelection: Hashable {
    var message: MessageID
    /// Where it began, and the end that moves.
    var anchor: Int
    var head: Int

    var lines: ClosedRange<Int> { min(anchor, head)...max(anchor, head) }
}

import InboxModel

/// An action of the user's that can't be done any more, wholly or for some messages.
struct Lost: Sendable {
    var action: Action
    var reason: String
    /// Whether the loss is what the user wanted, because the action was to remove the message.
    var isWanted = false

    init(message action: Action) {
        self.action = action
        reason = ActionSender.goneText
        isWanted = action.command == .trash
    }

    init(mailbox action: Action) {
        self.action = action
        reason = ActionSender.homelessText
    }
}

import InboxModel

/// An action of the user's that cannot be done any more, wholly or for some messages.
struct Lost: Sendable {
    var action: Action
    var reason: String
    /// Whoever wanted a message away has what they wanted.
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

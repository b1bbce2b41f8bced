public import InboxKit
public import InboxModel

/// What a composer begins with.
public enum ComposeRequest: Hashable, Sendable {
    /// - Parameter account: whose mail was in sight; nil takes the first that can send.
    case new(account: AccountID?)
    case draft(MessageID)
    case answer(Answer.Kind, Message)
    /// The message as a file on a new one.
    case forwardAttached(Message)
    /// A new message with the same recipients, text and files.
    case again(Message)
}

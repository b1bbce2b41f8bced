public import InboxKit
public import InboxModel
public import MailContent

/// What a composer begins with.
public enum ComposeRequest: Hashable, Sendable {
    /// - Parameter account: whose mail was in sight, or selected; nil takes the first that can send.
    case new(account: AccountID?)
    /// A new message to these.
    case to([MailAddress], account: AccountID?)
    case draft(MessageID)
    /// What a mailto: link asks for. What it asked for beyond that is said.
    /// - Parameter in: the message that it stands in: it is written from the address that this was sent to.
    case link(MailtoLink, in: Message? = nil)
    case answer(Answer.Kind, Message)
    /// An answer that quotes only these lines.
    /// - Parameter seal: what OpenPGP is to do to it.
    case answerPart(Answer.Kind, Message, text: String, seal: DraftSeal? = nil)
    /// An answer to a mail that is a file of a message.
    case answerAttached(Answer.Kind, AttachedMail)
    /// A file of a message on a new one.
    case forwardFile(MessageFile, subject: String, of: Message)
    /// The message as a file on a new one.
    case forwardAttached(Message)
    /// A new message with the same recipients, text and files.
    case again(Message)
}

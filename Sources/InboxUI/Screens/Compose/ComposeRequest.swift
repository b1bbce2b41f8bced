import InboxKit
import InboxModel
import MailContent

/// What a composer is opened for.
enum ComposeRequest: Hashable, Sendable {
    /// - Parameter account: The account whose mail is visible or selected; nil for the first account that can send.
    case new(account: AccountID?)
    /// A new message to these people.
    case to([MailAddress], account: AccountID?)
    case draft(MessageID)
    /// A message from a mailto: link. The composer tells the user which parts of the link it dropped.
    /// - Parameters:
    ///   - in: The message that contains the link; its recipient address becomes the sender.
    ///   - account: The account that writes it, if it is in no message; nil for the first account that can send.
    case link(MailtoLink, in: Message? = nil, account: AccountID? = nil)
    case answer(Answer.Kind, Message)
    /// An answer that quotes only these lines.
    /// - Parameter seal: What is done to the answer before it leaves.
    case answerPart(Answer.Kind, Message, text: String, seal: DraftSeal? = nil)
    /// A forward of a decrypted message, with what was decrypted in place of what came.
    /// - Parameters:
    ///   - subject: The subject that was encrypted; empty for none.
    ///   - files: The files that were encrypted; nil for those of the message, where only a text was.
    ///   - seal: What is done to the forward before it leaves.
    case forwardDecrypted(Message, MessageBody, subject: String, files: [MessageFile]?, seal: DraftSeal?)
    /// An answer to a mail that is attached to a message.
    case answerAttached(Answer.Kind, AttachedMail)
    /// A new message with a file of another message attached.
    case forwardFile(MessageFile, subject: String, of: Message)
    /// A new message with this message attached as a file.
    case forwardAttached(Message)
    /// A new message with the same recipients, text and files.
    case again(Message)
}

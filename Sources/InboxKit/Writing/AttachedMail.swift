public import InboxModel
import MailContent

/// A mail that is attached to a message, and so has no id on a server.
public struct AttachedMail: Hashable, Sendable {
    /// The mail as a message of the same account; its id refers to nothing.
    public var message: Message
    public var body: MessageBody
    /// The Message-IDs of what the mail answers, followed by its own, oldest first.
    public var references: [String]

    /// - Parameter container: the message that the mail is attached to.
    public init(_ bytes: [UInt8], in container: Message) {
        let mail = ParsedMessage.parse(bytes)
        message = Message(
            id: MessageID(0), account: container.account, remoteID: nil, thread: container.thread,
            subject: mail.subject, from: mail.from, to: mail.to, cc: mail.cc, replyTo: mail.replyTo,
            receivedAt: mail.date ?? container.receivedAt, messageIDHeader: mail.messageID, listID: mail.listID)
        message.listPost = ListHeaders.post(ParsedMessage.headers(named: "List-Post", of: bytes))
        message.followUpTo = ListHeaders.followUpTo(ParsedMessage.headers(named: "Mail-Followup-To", of: bytes))
        body = mail.body
        references = mail.references + [mail.messageID].compactMap(\.self)
    }

    /// Returns what an answer to the mail begins with.
    public func content(_ answer: Answer) -> DraftContent {
        var content = answer.content
        content.inReplyTo = nil
        content.forwards = nil
        content.references = references
        return content
    }
}

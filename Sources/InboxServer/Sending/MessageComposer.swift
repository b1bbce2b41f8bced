import Foundation
import InboxModel
import MailContent

/// Composes the bytes of a message written through the Inbox API, without Bcc.
struct MessageComposer {
    let message: NewMessage
    let files: [OutgoingFile]

    var bytes: [UInt8] {
        var composed = ComposedMessage(
            date: Date(timeIntervalSince1970: TimeInterval(message.date)),
            messageID: message.messageID ?? "<\(message.publicID)@maraca.invalid>", seed: message.publicID)
        (composed.from, composed.replyTo) = (message.from, message.replyTo)
        (composed.to, composed.cc) = (message.to, message.cc)
        (composed.subject, composed.body, composed.files) = (message.subject, body, files)
        (composed.inReplyTo, composed.references) = (message.inReplyTo, message.references)
        return composed.bytes
    }

    /// The body to send. A plain text message has no HTML alternative, which would only hinder programs that read it, such as
    /// `git am`.
    private var body: MessageBody {
        if let plain = PlainAsHTML.unwrapped(message.html) { return MessageBody(plain: plain) }
        return MessageBody(html: message.html, plain: HTMLText.plain(message.html))
    }
}

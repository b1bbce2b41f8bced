import Foundation
import InboxModel
import MailContent

/// Makes the bytes of a message that was written through the Inbox API. Bcc is not in them.
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

    /// What was written as plain text goes out as such: a second form would only be in the way of programs that read it, such as
    /// `git am`.
    private var body: MessageBody {
        if let plain = PlainAsHTML.unwrapped(message.html) { return MessageBody(plain: plain) }
        return MessageBody(html: message.html, plain: HTMLText.plain(message.html))
    }
}

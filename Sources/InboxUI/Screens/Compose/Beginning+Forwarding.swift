import InboxKit
import InboxModel
import MailContent

/// Forwarding a file, forwarding a message as a file, and sending a message again.
extension Beginning {
    mutating func forward(
        _ file: MessageFile, subject: String, of message: Message, _ senders: Senders, _ session: MailSession
    ) {
        forward(message, senders, session)
        source = message
        content = DraftContent(subject: "Fwd: " + Answer.bare(subject), files: [file])
        content.body = MessageBody(plain: text(above: nil))
    }

    mutating func forwardAttached(_ message: Message, _ senders: Senders, _ session: MailSession) {
        forward(message, senders, session)
        content.subject = Answer(.forward, to: message, own: []).content.subject
        content.forwards = message.id
        content.body = MessageBody(plain: text(above: nil))
        attached = message
    }

    private mutating func forward(_ message: Message, _ senders: Senders, _ session: MailSession) {
        title = Self.title(.forward)
        sender = Self.addressed(message, senders, session) ?? senders.first(of: message.account) ?? sender
        delivered = message
    }

    mutating func sendAgain(_ message: Message, _ senders: Senders, _ session: MailSession) {
        sender = senders.writer(of: message) ?? senders.first(of: message.account) ?? sender
        content = DraftContent(
            to: message.to, cc: message.cc, bcc: message.bcc, subject: message.subject, files: message.namedFiles)
        source = message
        if let body = session.bodyInStore(of: message.id) { content.body = body } else { missing = message }
    }
}

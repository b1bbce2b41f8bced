import InboxKit
import InboxModel
import TerminalUI

/// The sender of the message.
extension ComposeForm {
    mutating func choose(_ event: InputEvent) -> Response {
        let step: Int
        switch event {
        case .key(.left): step = senders.count - 1
        case .key(.right), .key(.space), .key(.enter): step = 1
        default: return leave(event)
        }
        let index = senders.firstIndex(of: sender) ?? 0
        take(senders[(index + step) % senders.count])
        return .edited
    }

    /// Switches to the sender that the mail was found to be delivered to.
    mutating func write(as new: Senders.Sender) {
        if new == sender { isGuess = false } else { take(new) }
    }

    /// Changes the sender, and with it an unchanged signature and the people whom its identity names.
    private mutating func take(_ new: Senders.Sender) {
        let text = body.text
        if text == sender.beginning {
            body.set(new.beginning)
        } else if let signed = sender.signature(of: text, replacedBy: new, quoteLead: quoteLead) {
            body.set(signed, cursor: body.cursor)
        }
        takePeople(of: new)
        sender = new
        isGuess = false
    }

    private mutating func takePeople(of new: Senders.Sender) {
        guard new.bcc != sender.bcc || new.replyTo != sender.replyTo else { return }
        if replyTo == sender.replyTo { replyTo = [] }
        var content = self.content
        content.bcc.removeAll { one in sender.bcc.contains(where: one.isSameMailbox) }
        new.addPeople(to: &content)
        replyTo = content.replyTo
        recipients[.bcc] = RecipientField(content.bcc, leftover: recipients[.bcc]?.leftover ?? "")
    }

    /// - Returns: False when there is no other sender.
    mutating func goToNextSender() -> Bool {
        guard senders.count > 1 else { return false }
        return choose(.key(.right)) == .edited
    }
}

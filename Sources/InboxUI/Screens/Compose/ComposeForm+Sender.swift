import InboxKit
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

    /// Changes the sender, and an unchanged signature with it.
    private mutating func take(_ new: Senders.Sender) {
        let text = body.text
        if text == sender.beginning {
            body.set(new.beginning)
        } else if let signed = sender.signature(of: text, replacedBy: new, quoteLead: quoteLead) {
            body.set(signed, cursor: body.cursor)
        }
        sender = new
        isGuess = false
    }

    /// - Returns: False when there is no other sender.
    mutating func goToNextSender() -> Bool {
        guard senders.count > 1 else { return false }
        return choose(.key(.right)) == .edited
    }
}

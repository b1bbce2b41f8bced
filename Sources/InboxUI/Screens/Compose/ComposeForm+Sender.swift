import InboxKit
import TerminalUI

/// As whom the message is written.
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

    /// Writes as whom the mail turned out to be sent to.
    mutating func write(as new: Senders.Sender) {
        if new == sender { isGuess = false } else { take(new) }
    }

    /// Writes as someone else; a signature that was not touched goes with the one who wrote before.
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

    /// - Returns: false when there is no other.
    mutating func goToNextSender() -> Bool {
        guard senders.count > 1 else { return false }
        return choose(.key(.right)) == .edited
    }
}

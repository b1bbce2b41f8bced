import InboxKit
import InboxModel

/// The possible recipients of a message, and the identity that writes it.
extension ComposeScreen {
    /// Looks up people for the text that is being typed as a recipient.
    func lookUp() {
        guard let text = form.typedRecipient else { return }
        recipients.look(for: text) { [weak self] found in
            guard let self, form.typedRecipient == text else { return }
            form.know(found)
            around.setNeedsDraw()
        } failed: { [weak self] words in
            if let self, !isOver { around.say(words, kind: .warning) }
        }
    }

    /// Asks the server for delivery headers. They tell which of the user's addresses got mail sent to a list or as a blind copy.
    func askWhereDelivered(_ message: Message) {
        guard senders.needsDelivery(of: message) else { return }
        delivered = around.session.deliveriesInStore(of: message)
        guard senders.addressed(by: message, delivered: delivered) == nil else { return }
        let (session, before) = (around.session, form.sender)
        Task { [weak self] in
            guard let found = try? await session.deliveries(of: message), let self, !self.isOver else { return }
            self.delivered = found
            guard let sender = self.senders.addressed(by: message, delivered: found) else { return }
            // The text that returns from the editor still has the signature of the previous sender.
            if self.isEditing {
                self.lateSwitch = { [weak self] in self?.write(as: sender, insteadOf: before) }
            } else {
                self.write(as: sender, insteadOf: before)
            }
        }
    }

    private func write(as sender: Senders.Sender, insteadOf before: Senders.Sender) {
        guard !isOver, form.sender == before else { return }
        let isUntouched = kept == form.content
        form.write(as: sender)
        if isUntouched { kept = form.content } else { changed() }
        around.setNeedsDraw()
    }
}

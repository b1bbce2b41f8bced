import InboxKit
import InboxModel

/// The possible recipients of a message, and the identity that writes it.
extension ComposeScreen {
    private static let lookUpPause = Duration.milliseconds(200)

    func takePeople() {
        form.know(
            AddressBook(session: around.session, settings: around.settings, people: people.items.map(\.address)))
    }

    /// Looks up people for the typed text: in the store, for those beyond `peopleAtHand`, and by the user's own command.
    func lookUp() {
        let command = cannotComplete ? "" : around.settings.completionCommand
        let session = hasAllPeople ? nil : around.session
        guard !command.isEmpty || session != nil, let text = form.typedRecipient, text.count > 1 else { return }
        looking?.cancel()
        looking = Task { [weak self, pause] in
            let known = await session?.people(beginningWith: text, limit: AddressBook.shown) ?? []
            self?.take(known, for: text)
            guard !command.isEmpty else { return }
            await pause(Self.lookUpPause)
            guard !Task.isCancelled else { return }
            let (found, failure) = await CompletionCommand.run(command, for: text)
            if let failure { self?.noteNoCompletion(failure) }
            self?.take(known + found, for: text)
        }
    }

    /// Tells once that the user's own command can't be run, and runs it no more.
    private func noteNoCompletion(_ words: String) {
        guard !cannotComplete, !isOver else { return }
        cannotComplete = true
        around.say(words, kind: .warning)
    }

    private var hasAllPeople: Bool { people.isCounted && people.items.count >= people.count }

    private func take(_ people: [MailAddress], for text: String) {
        guard !Task.isCancelled, form.typedRecipient == text, !people.isEmpty else { return }
        form.know(AddressBook.LookUp(text: text, people: people))
        around.setNeedsDraw()
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

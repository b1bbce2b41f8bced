import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Answers, forwards and new messages.
extension ThreadScreen {
    func write(_ command: Command) -> Bool {
        switch command {
        case .compose: open(.new(account: pane.items.first?.account))
        case .lastDraft: if let draft = around.lastDraft() { open(.draft(draft)) }
        case .discardedDrafts: around.chooseDiscarded(on: self)
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .replyList: answer(.replyList)
        case .forward: answer(.forward)
        case .forwardAttached: if let message = pane.currentMessage { open(.forwardAttached(message)) }
        case .bounce: if let message = pane.currentMessage { around.bounce(message, from: self) }
        case .copyLink: if let message = pane.currentMessage { around.copyLink(to: message) }
        case .unsubscribe: if let message = pane.currentMessage { around.unsubscribe(from: message, on: self) }
        case .addContact: addContact()
        case .answerInvitation: answerInvitation()
        case .editAsNew: if let message = pane.currentMessage { open(.again(message)) }
        default: return false
        }
        return true
    }

    /// The message to answer. A user who sees the whole thread and went to no message answers what a list would: the newest
    /// message that someone else wrote.
    private var answered: Message? {
        guard pane.isAnsweredAsAWhole,
            let message = around.session.answered(of: pane.provider.items, own: around.ownAddresses)
        else { return pane.currentMessage }
        if let row = pane.row(of: message.id), pane.rows[row].first == message.id { pane.go(toRow: row) }
        return message
    }

    private func answer(_ kind: Answer.Kind) {
        guard let message = kind == .forward ? pane.currentMessage : answered else { return }
        // Nobody has a draft that could be answered; one that is leaving can be.
        if kind != .forward, message.isDraft, (try? around.session.draft(message.id))?.state != .sending,
            refusesDraft(message)
        {
            return
        }
        if let opened = pane.known.seals?.opened(message.id) {
            return kind == .forward ? forward(message, opened) : answer(kind, message, opened)
        }
        let enclosed = pane.known.seals?.enclosed(in: message)
        if kind == .forward, let enclosed { return forward(message, enclosed, nil) }
        let selected = kind == .forward || pane.selection?.message != message.id ? nil : pane.selectedText
        let part = selected ?? enclosed.map { BodyText.forReading($0.body) }
        around.withList(message, for: kind, on: self) { [weak self] message in
            guard let part else {
                self?.open(.answer(kind, message))
                return
            }
            self?.pane.selection = nil
            self?.open(.answerPart(kind, message, text: part))
        }
    }

    /// Adds the person of the selected address card, else the sender of the message, to the contacts.
    private func addContact() {
        guard let message = pane.currentMessage else { return }
        guard let file = fileInFocus?.file, FileText.isCard(file.contentType, name: file.fileName) else {
            return around.addContact(from: message)
        }
        let around = around
        around.ask("Getting \(Wording.line(file.fileName))", for: self) { () async throws(SessionError) in
            try await around.session.download(file, of: message)
        } then: {
            around.addContacts(fromCards: $0, account: message.account)
        }
    }

    private func answerInvitation() {
        guard let message = pane.currentMessage else { return }
        guard let found = pane.known.texts.card(in: message) else {
            let isComing = message.invitationFile != nil
            return around.say(
                isComing ? "The invitation is not fetched yet" : "There is no invitation in this message", kind: .info)
        }
        guard let invitation = found.invitation else {
            return around.say("This invitation asks for no answer", kind: .info)
        }
        let news = pane.news(of: message)
        if case .cancelled = news?.end {
            return around.sayHere("It has been cancelled: no answer is needed", kind: .warning)
        }
        around.answer(invitation, in: message, news)
    }

    func open(_ request: ComposeRequest) {
        guard let screen = ComposeScreen(request, around: around) else {
            return around.sayNotWritten(request)
        }
        screen.archive = { [weak self, around] thread in
            guard let self else { return around.act(.archive, on: [thread], target: nil) }
            self.archiveAnswered(thread)
        }
        if case .answer(let kind, _) = request, kind != .forward { goOn(after: screen) }
        if case .answerPart = request { goOn(after: screen) }
        around.push(screen)
    }

    /// Makes a list of threads to answer show the next one when this one was answered.
    private func goOn(after screen: ComposeScreen) {
        guard let order, order.isForAnswering else { return }
        let thread = thread
        screen.sent = { [weak self] in
            guard let self, self.thread == thread else { return }
            self.leave(to: order.thread(after: thread) ?? order.thread(before: thread))
        }
    }
}

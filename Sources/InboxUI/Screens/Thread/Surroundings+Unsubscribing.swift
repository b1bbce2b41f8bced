import InboxKit
import InboxModel
import InboxRemote
import MailContent
import TerminalUI

extension Surroundings {
    /// Looks how more mail of this kind can be declined, and asks before anything goes out (M-6): one request where the
    /// sender says that it is enough, else a mail to be sent, else a page.
    func unsubscribe(from message: Message, on screen: any Screen, by unsubscriber: Unsubscriber = Unsubscriber()) {
        let session = session
        ask("Looking for a way to unsubscribe", for: screen) { () async throws(SessionError) in
            try await session.unsubscription(of: message)
        } then: { [weak self, weak screen] way in
            guard let self, let screen else { return }
            if let target = way?.oneClick {
                self.askToLeave(target, message, on: screen, unsubscriber)
            } else if let mail = way?.mail {
                self.write(mail, for: message)
            } else if let page = way?.page {
                self.askToOpen(page)
            } else {
                self.say("This message names no way to unsubscribe", kind: .warning, undo: false)
            }
        }
    }

    private func askToLeave(
        _ target: String, _ message: Message, on screen: any Screen, _ unsubscriber: Unsubscriber
    ) {
        let host = LinkCheck.host(of: target) ?? ""
        let from = message.from.first.map {
            AddressList.text(of: MailAddress(name: CleanText.line($0.name), email: EmailAddress.shown($0.email)))
        }
        let careful = LinkCheck.note(text: "", target: target).map { "\n\nCareful: \(CleanText.line($0))" } ?? ""
        push(
            QuestionScreen(
                "Unsubscribe at \(host)?",
                text:
                    "No more mail like this from \(from ?? "its sender"). One request goes to\n\(CleanText.line(target))"
                    + careful, deed: "unsubscribe", around: self
            ) { [weak self, weak screen] in
                var errand = Errand("Unsubscribing at \(host)", for: screen) { [weak self] in
                    do throws(UnsubscribeProblem) {
                        try await unsubscriber.leave(target)
                        return { self?.say("Unsubscribed: \(host) has taken it", kind: .done, undo: false) }
                    } catch {
                        return { self?.say("Not unsubscribed. \(error.sentence)", kind: .failure, undo: false) }
                    }
                }
                errand.endsWithScreen = false
                self?.start(errand)
            })
    }

    /// The mail that the sender asks for, from the address that it wrote to; nothing is sent before its own key.
    private func write(_ mail: MailtoLink, for message: Message) {
        var mail = mail
        if mail.subject.isEmpty { mail.subject = "unsubscribe" }
        guard let screen = ComposeScreen(.link(mail, in: message), around: self) else {
            return say("That can't be written now", kind: .warning, undo: false)
        }
        push(screen)
        say("Sending this mail unsubscribes", kind: .done, undo: false)
    }

    private func askToOpen(_ page: String) {
        let question = LinkQuestion(
            StyledText.Link(target: page, text: "", note: LinkCheck.note(text: "", target: page)))
        push(
            QuestionScreen(
                "Unsubscribe on a page of \(LinkCheck.host(of: page) ?? "")?", text: question.text, deed: "open",
                around: self
            ) { [weak self] in self?.follow(page) })
    }

    /// Opens a page with the desktop's program, and says so or why not.
    func follow(_ target: String) {
        switch LinkOpener().open(target) {
        case .opened: say("Opened \(LinkCheck.host(of: target) ?? target)", kind: .done, undo: false)
        case .noOpener: say("There is no program here that opens links (xdg-open)", kind: .failure, undo: false)
        case .notAllowed: say("Only http, https and mailto links are opened", kind: .failure, undo: false)
        case .failed(let reason): say("The link could not be opened: \(reason)", kind: .failure, undo: false)
        }
    }
}

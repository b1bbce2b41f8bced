import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension Surroundings {
    /// Looks for a way to decline mail like this, and asks before anything is sent (M-6): one request where the sender says
    /// that it is enough, else a mail to send, else a page.
    func unsubscribe(from message: Message, on screen: any Screen, by way: (any OneClickUnsubscribing)? = nil) {
        let session = session
        let unsubscriber = way ?? session.network.unsubscribing
        let server = server(vouchingFor: message)
        ask("Looking for a way to unsubscribe", for: screen) { () async throws(SessionError) in
            let way = try await session.unsubscription(of: message)
            guard way?.oneClick != nil, let server, message.from.count == 1 else { return (way, false) }
            let results = AuthenticationResults.trusted(
                try await session.authenticationHeaders(of: message), server: server)
            return (way, results?.isSigned(by: message.from[0].email) ?? false)
        } then: { [weak self, weak screen] way, isProven in
            guard let self, let screen else { return }
            if let target = way?.oneClick {
                self.askToLeave(target, message, isProven: isProven, on: screen, unsubscriber)
            } else if let mail = way?.mail {
                self.write(mail, for: message)
            } else if let page = way?.page {
                self.askToOpen(page)
            } else {
                self.say("This message has no way to unsubscribe", kind: .info)
            }
        }
    }

    /// - Parameter isProven: whether the user's own server found the sender's signature valid. Otherwise anybody may have
    ///   inserted the target, to learn who reads (RFC 8058 §4).
    private func askToLeave(
        _ target: String, _ message: Message, isProven: Bool, on screen: any Screen,
        _ unsubscriber: any OneClickUnsubscribing
    ) {
        let host = LinkCheck.shownHost(of: target) ?? ""
        let from = message.from.first.map {
            AddressList.text(of: MailAddress(name: CleanText.line($0.name), email: EmailAddress.shown($0.email)))
        }
        let careful = LinkCheck.note(text: "", target: target).map { "Careful: \(CleanText.line($0))\n\n" } ?? ""
        let unproven =
            isProven
            ? ""
            : "Not proven to be from there: the request may tell a stranger that you read it.\n\n"
        push(
            QuestionScreen(
                "Unsubscribe at \(host)?",
                // The sender decides how long the target is, so it is last.
                text: "\(careful)\(unproven)No more mail like this from \(from ?? "its sender"). One request goes to\n"
                    + CleanText.line(LinkCheck.shown(target)), deed: "unsubscribe", takesEnter: false, around: self
            ) { [weak self, weak screen] in
                var errand = Errand("Unsubscribing at \(host)", for: screen) { [weak self] in
                    do throws(UnsubscribeProblem) {
                        try await unsubscriber.leave(target)
                        return { self?.say("Unsubscribed: \(host) has accepted it", kind: .done) }
                    } catch {
                        return {
                            self?.say("Not unsubscribed. \(Wording.sentence(error))", kind: .failure)
                        }
                    }
                }
                errand.endsWithScreen = false
                self?.start(errand)
            })
    }

    /// Opens the mail that the sender asks for, from the address that the message was sent to. It is sent only when the user
    /// says so.
    private func write(_ mail: MailtoLink, for message: Message) {
        var mail = mail
        if mail.subject.isEmpty { mail.subject = "unsubscribe" }
        guard let screen = ComposeScreen(.link(mail, in: message), around: self) else {
            return say("That can't be written now", kind: .warning)
        }
        push(screen)
        say("Sending this mail unsubscribes", kind: .done)
    }

    private func askToOpen(_ page: String) {
        let question = LinkQuestion(
            StyledText.Link(target: page, text: "", note: LinkCheck.note(text: "", target: page)))
        push(
            QuestionScreen(
                "Unsubscribe on a page of \(LinkCheck.shownHost(of: page) ?? "")?", text: question.text, deed: "open",
                takesEnter: false, around: self
            ) { [weak self] in self?.follow(page) })
    }

    /// Returns the name under which the server of a message's account vouches for senders; nil when the settings have none.
    func server(vouchingFor message: Message) -> String? {
        let account = session.knownAccount(message.account)
        return account.flatMap { Settings.server(vouchingFor: $0.address, among: settings.authenticationServers) }
    }

    /// Opens a page with the desktop's program, and says so or why not.
    func follow(_ target: String) {
        tell(LinkOpener().open(target) { [weak self] in self?.tell($0, target) }, target)
    }

    private func tell(_ outcome: LinkOpener.Outcome, _ target: String) {
        switch outcome {
        case .handedOn: say("Opening \(LinkCheck.shownHost(of: target) ?? target)", kind: .done)
        case .opened: say("Opened \(LinkCheck.shownHost(of: target) ?? target)", kind: .done)
        case .noOpener: say("No program to open links is installed (xdg-open)", kind: .failure)
        case .notAllowed: say("Only http, https and mailto links are opened", kind: .failure)
        case .failed(let reason): say("The link could not be opened: \(reason)", kind: .failure)
        }
    }
}

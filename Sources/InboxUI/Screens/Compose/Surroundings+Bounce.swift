import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension Surroundings {
    /// Asks for the recipients to whom a message is redirected unchanged, and once more before it is sent.
    func bounce(_ message: Message, from screen: any Screen) {
        let account = session.knownAccount(message.account)
        guard account?.dialect.canBounce == true else {
            // The list has no key for forwarding as a file.
            let own = keyName(of: .forwardAttached, in: screen.keyContext)
            let inThread = keyName(of: .forwardAttached, in: .thread).map { ": open it, then \($0)" }
            let key = own.map { ": \($0)" } ?? inThread ?? ""
            return say("This server can't redirect mail. Forward it as a file instead\(key)", kind: .warning)
        }
        guard !message.isDraft, let sender = senders.resending(message) else {
            return say("That can't be redirected", kind: .warning)
        }
        let book = AddressBook(session: session, settings: settings)
        push(
            RecipientsScreen("Redirect to", deed: "redirect", book: book, around: self) {
                [weak self, weak screen] people in
                guard let self, let screen else { return }
                self.askToBounce(message, to: people, as: sender, from: screen)
            })
    }

    private func askToBounce(
        _ message: Message, to people: [MailAddress], as sender: Senders.Sender, from screen: any Screen
    ) {
        let names = people.map { EmailAddress.shown($0.email) }.joined(separator: ", ")
        let from = message.from.first.map { EmailAddress.shown($0.email) } ?? "nobody"
        push(
            QuestionScreen(
                "Redirect \(Wording.title(message.subject))?",
                text: "It goes to \(names) exactly as it came from \(from), and names you as the one who redirected it "
                    + "(\(CleanText.line(sender.address.email))). Nothing can be added.",
                deed: "redirect", around: self
            ) { [weak self, weak screen] in
                guard let self, let screen else { return }
                redirect(message, to: people, as: sender, from: screen)
            })
    }

    /// The user has confirmed it, so it goes on whatever screen is shown.
    private func redirect(
        _ message: Message, to people: [MailAddress], as sender: Senders.Sender, from screen: any Screen
    ) {
        let session = session
        var errand = Errand("Getting the message to redirect", for: screen) { [weak self] in
            do throws(SessionError) {
                let original = try await session.rawMessage(message)
                return { self?.deliver(message, original, to: people, as: sender) }
            } catch {
                return { self?.say("Not redirected. \(Wording.sentence(error))", kind: .failure) }
            }
        }
        errand.endsWithScreen = false
        start(errand)
    }

    private func deliver(
        _ message: Message, _ original: [UInt8], to people: [MailAddress], as sender: Senders.Sender
    ) {
        let (session, delay) = (session, settings.undoSend)
        attempt { [weak self] () async throws(SessionError) in
            let action = try await session.bounce(
                message, original: original, to: people, from: sender.address,
                after: delay > 0 ? .seconds(delay) : nil)
            self?.sent(action, draft: nil, seconds: delay)
        }
    }
}

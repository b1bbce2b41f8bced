import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension Surroundings {
    /// Asks how to answer an invitation, then asks again, naming the recipient, before the answer is sent.
    /// - Parameter news: what became of the invitation since it came.
    func answer(_ invitation: Invitation, in message: Message, _ news: InvitationNews?) {
        guard let (sender, isGuest) = senders.invited(by: invitation, in: message) else {
            return say("No account here can answer that", kind: .warning)
        }
        let replies = Invitation.Reply.allCases
        push(
            ChoiceScreen(
                "Answer the invitation", names: replies.map(\.deed), prompt: "accept, maybe or decline", around: self
            ) { [weak self] deed in
                guard let reply = replies.first(where: { $0.deed == deed }) else { return }
                self?.ask(reply, invitation, in: message, as: sender, isGuest: isGuest, news)
            })
    }

    private func ask(
        _ reply: Invitation.Reply, _ invitation: Invitation, in message: Message, as sender: Senders.Sender,
        isGuest: Bool, _ news: InvitationNews?
    ) {
        func shown(_ address: MailAddress) -> String {
            AddressList.text(
                of: MailAddress(name: CleanText.line(address.name), email: EmailAddress.shown(address.email)))
        }
        var lines = [invitation.when(zone: clock.calendar.timeZone)].filter { !$0.isEmpty }
        lines.append(
            "The answer goes to \(shown(invitation.organizer)), from \(EmailAddress.shown(sender.address.email)).")
        if !message.from.contains(where: { $0.isSameMailbox(as: invitation.organizer) }) {
            let from = message.from.first.map(shown) ?? "nobody"
            lines.append("The mail came from another address: \(from).")
        }
        if !isGuest { lines.append("None of your addresses is on its guest list.") }
        lines += (news?.lines(MessageDates(clock: clock)) ?? []).map { $0.text + "." }
        push(
            QuestionScreen(
                "\(reply.deed): \(Wording.title(invitation.title))", text: lines.joined(separator: "\n"), deed: "send",
                around: self
            ) { [weak self] in self?.deliver(reply, invitation, in: message, as: sender) })
    }

    private func deliver(
        _ reply: Invitation.Reply, _ invitation: Invitation, in message: Message, as sender: Senders.Sender
    ) {
        let (session, delay) = (session, settings.undoSend)
        attempt { [weak self] () async throws(SessionError) in
            let (action, draft) = try await session.answer(
                invitation, in: message, reply, as: sender, after: delay > 0 ? .seconds(delay) : nil)
            self?.sent(action, draft: draft, seconds: delay)
        }
    }
}

extension Invitation.Reply {
    /// What choosing it does.
    fileprivate var deed: String {
        switch self {
        case .accept: "Accept"
        case .tentative: "Maybe"
        case .decline: "Decline"
        }
    }
}

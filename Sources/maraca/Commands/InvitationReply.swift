import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import MailContent

/// The answers of `reply --invitation`.
enum InvitationReply: String, ExpressibleByArgument, CaseIterable {
    case accept, tentative, decline

    var reply: Invitation.Reply {
        switch self {
        case .accept: .accept
        case .tentative: .tentative
        case .decline: .decline
        }
    }
}

extension ReplyCommand {
    /// Rejects options that exclude `--invitation`.
    func checkInvitation() throws {
        let others = [
            (all, "--all", "it goes to the organizer"), (list, "--list", "it goes to the organizer"),
            (noQuote, "--no-quote", "it quotes nothing anyway"), (draft, "--draft", "it is sent as it is"),
            (!(write.to + write.cc + write.bcc).isEmpty, "--to, --cc or --bcc", "it goes to the organizer"),
            (time.at != nil, "--at", "it is sent at once"),
            (write.subject != nil, "--subject", "it has that of the invitation"),
            (!write.attach.isEmpty, "--attach", "its only file is the answer"),
            (write.markdown == true, "--markdown", "its text is plain"),
            (write.template != nil, "--template", "its text is your comment"),
        ]
        for (isGiven, name, reason) in others where isGiven {
            throw ValidationError("\(name) can't be used with --invitation: \(reason).")
        }
    }

    /// Queues the answer to the invitation in a message, with the text from standard input as comment.
    func answer(_ how: InvitationReply, _ message: Message, _ senders: Senders, _ session: MailSession) async throws {
        guard let file = message.files.first(where: { Invitation.isCalendar(type: $0.contentType, name: $0.fileName) })
        else { throw CommandFailure(message: "there is no invitation in \(id)") }
        let bytes = try await telling { () async throws(SessionError) in try await session.download(file, of: message) }
        guard let invitation = Invitation(bytes) else {
            throw CommandFailure(message: "the calendar file in \(id) asks for no answer")
        }
        let sender = try write.sender(senders, otherwise: senders.invited(by: invitation, in: message)?.sender)
        Output.note(
            "it goes to \(Output.clean(invitation.organizer.email)), from \(Output.clean(sender.address.email))")
        let typed = PipedText.read(try StandardInput.letter())
        let comment = typed.hasSuffix("\n") ? String(typed.dropLast()) : typed
        let (_, draft) = try await StandardInput.handOver(to: "`maraca outbox`") {
            try await telling { () async throws(SessionError) in
                try await session.answer(invitation, in: message, how.reply, as: sender, comment: comment)
            }
        }
        if write.options.json { try Output.json(["id": draft.description]) } else { Output.line(draft.description) }
    }
}

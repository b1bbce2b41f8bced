import Foundation
public import InboxModel
public import MailContent

extension MailSession {
    /// Queues the answer to an invitation: a mail to the organizer, with the answer as an alternative to its text (RFC 6047). Other
    /// servers that speak the Inbox API compose mail themselves, and send it as a file.
    /// - Parameters:
    ///   - guest: the sender who answers.
    ///   - comment: goes into the mail and the calendar file; empty for none.
    ///   - delay: how long the user can still take it back.
    public func answer(
        _ invitation: Invitation, in message: Message, _ reply: Invitation.Reply, as guest: Senders.Sender,
        comment: String = "", after delay: Duration? = nil
    ) async throws(SessionError) -> (action: ActionID, draft: MessageID) {
        let title = invitation.title.isEmpty ? "(no title)" : invitation.title
        // The time of the event's own zone: the guest's would tell where the guest is (M-4).
        var lines = ["\(reply.word): \(title)", invitation.whenThere].filter { !$0.isEmpty }
        if !comment.isEmpty { lines += ["", comment] }
        var content = DraftContent(
            from: guest.address, to: [invitation.organizer], subject: "\(reply.word): \(title)",
            body: MessageBody(plain: lines.joined(separator: "\n") + "\n"), inReplyTo: message.id)
        let file = RemoteUpload(
            fileName: "answer.ics", contentType: "text/calendar;method=REPLY;charset=utf-8",
            bytes: invitation.answer(reply, as: guest.address, comment: comment, at: Date()))
        content.files = [try await attach(file, account: guest.account.id)]
        let draft = try await save(content, account: guest.account.id)
        return (try await send(draft, after: delay), draft)
    }
}

extension Invitation.Reply {
    /// The beginning of the answer's subject.
    public var word: String {
        switch self {
        case .accept: "Accepted"
        case .tentative: "Maybe"
        case .decline: "Declined"
        }
    }
}

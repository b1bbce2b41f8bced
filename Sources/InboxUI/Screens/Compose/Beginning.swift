import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What a composer opens with.
@UI
struct Beginning {
    var title: String
    var content: DraftContent
    var account: Account
    var draft: MessageID?
    /// A message whose text is needed and has to be fetched.
    var missing: Message?
    private var answer: Answer?
    private let signature: String

    /// - Parameter accounts: those that can send.
    init?(_ request: ComposeRequest, _ accounts: [Account], _ around: any Surroundings) {
        guard let first = accounts.first else { return nil }
        let session = around.session
        signature = around.settings.signature
        account = first
        content = DraftContent()
        switch request {
        case .new(let id):
            title = "New message"
            account = accounts.first { $0.id == id } ?? first
            content.body = MessageBody(plain: text(above: nil))
        case .draft(let id):
            guard let kept = try? session.draft(id), kept.state != .sending,
                let own = accounts.first(where: { $0.id == kept.account })
            else { return nil }
            title = kept.content.inReplyTo == nil ? "Edit draft" : "Edit reply"
            (content, account, draft) = (kept.content, own, id)
            if kept.content.body == MessageBody(), let message = try? session.message(id), message.remoteID != nil {
                missing = message
            }
        case .answer(let kind, let message):
            title = ["reply": "Reply", "replyAll": "Reply to all", "forward": "Forward"][kind.rawValue] ?? ""
            account = accounts.first { $0.id == message.account } ?? first
            let answer = Answer(kind, to: message, own: around.ownAddresses)
            self.answer = answer
            content = answer.content
            if let body = session.bodyInStore(of: message.id) {
                content.body = MessageBody(plain: text(above: answer.quote(body, calendar: around.clock.calendar)))
            } else {
                missing = message
            }
        }
    }

    /// Room to write in, the signature, and what stands beneath.
    private func text(above quote: String?) -> String {
        let signed = signature.isEmpty ? "" : "\n\n-- \n" + signature
        return signed + (quote.map { "\n\n" + $0 + "\n" } ?? "")
    }

    /// Puts in a text that was fetched.
    func fill(_ form: inout ComposeForm, _ body: MessageBody) {
        guard let answer else { return form.fill(body) }
        form.body.append(text(above: answer.quote(body)))
    }
}

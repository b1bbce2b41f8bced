import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What a composer opens with.
@UI
struct Beginning {
    var title: String
    var content: DraftContent
    var sender: Senders.Sender
    var draft: MessageID?
    /// A message whose text is needed and has to be fetched.
    var missing: Message?
    /// A message that is put on it as a file.
    var attached: Message?
    /// The message that it answers.
    var answered: Message?
    /// The message that has the files already.
    var source: Message?
    /// Who had written the draft last.
    var writer: String?
    /// The message whose way here tells who should write, where its own headers don't.
    var delivered: Message?
    /// Neither the message that it answers nor its thread names an address of the user's.
    var isGuess = false
    /// It passes on the words of a mail that has more to it.
    private(set) var losesFormatting = false
    /// Whether the text is begun below the quote.
    private(set) var isBelow = false
    private var answer: Answer?

    /// - Returns: nil when nobody here can send, or the draft is gone or being sent.
    init?(_ request: ComposeRequest, _ senders: Senders, _ around: any Surroundings) {
        let session = around.session
        guard let first = senders.first(of: nil) else { return nil }
        (sender, content) = (first, DraftContent())
        switch request {
        case .new(let account):
            title = "New message"
            sender = senders.first(of: account) ?? first
            content.body = MessageBody(plain: text(above: nil))
        case .to(let people, let account):
            title = "New message"
            sender = senders.first(of: account) ?? first
            content = DraftContent(to: people)
            content.body = MessageBody(plain: text(above: nil))
        case .link(let link, let message):
            title = "New message"
            content = DraftContent(to: link.to, cc: link.cc, subject: link.subject)
            if let id = link.inReplyTo {
                // Whoever writes a mail can name another account's: answered from there, it would tell whose that is.
                let accounts = message.map { [$0.account] } ?? senders.all.map(\.account.id)
                answered =
                    accounts.lazy.compactMap {
                        (try? session.message(messageIDHeader: id, account: $0)) ?? nil
                    }.first
                content.references = [id]
            }
            content.inReplyTo = answered?.id
            if let source = answered ?? message {
                sender = Self.addressed(source, senders, session) ?? senders.first(of: source.account) ?? first
            }
            content.body = MessageBody(plain: link.body + sender.ending)
        case .draft(let id):
            guard let kept = try? session.draft(id), kept.state != .sending,
                let own = kept.content.from.flatMap({ senders.sender(of: $0.email, account: kept.account) })
                    ?? senders.all.first(where: { $0.account.id == kept.account })
            else { return nil }
            title = kept.content.inReplyTo == nil ? "Edit draft" : "Edit reply"
            (content, sender, draft, writer) = (kept.content, own, id, kept.writer)
            answered = kept.content.inReplyTo.flatMap { try? session.message($0) }
            source = try? session.message(id)
            if kept.content.body == MessageBody(), source?.remoteID != nil { missing = source }
        case .answer(let kind, let message), .answerPart(let kind, let message, _, _):
            title = Self.title(kind)
            let known = Self.addressed(message, senders, session) ?? Self.writer(in: message.thread, senders, session)
            sender = known ?? senders.first(of: message.account) ?? first
            isGuess = known == nil
            delivered = message
            isBelow = around.settings.answerBelow && kind != .forward
            let own = senders.own(in: message, as: known).union(around.ownAddresses.map { $0.lowercased() })
            var answer = Answer(kind, to: message, own: own, isSent: senders.wrote(message))
            answer.lead = around.settings.quoteLead
            self.answer = answer
            if kind != .forward { answered = message } else { source = message }
            content = answer.content
            if case .answerPart(_, _, let part, let seal) = request {
                content.seal = seal
                let quote = answer.quote(part: part, calendar: around.clock.calendar)
                content.body = MessageBody(plain: text(above: quote))
            } else if let body = session.bodyInStore(of: message.id) {
                content.body = MessageBody(plain: text(above: answer.quote(body, calendar: around.clock.calendar)))
                losesFormatting = leavesFormatting(of: body)
            } else {
                // The signature does not wait for the quote, which may never come.
                let ending = isBelow ? sender.ending : sender.endingAboveQuote
                content.body = MessageBody(plain: (kind == .forward ? sender.template : "") + ending)
                missing = message
            }
        case .answerAttached(let kind, let mail):
            title = Self.title(kind)
            let known = senders.addressed(by: mail.message)
            sender = known ?? senders.first(of: mail.message.account) ?? first
            isGuess = known == nil
            isBelow = around.settings.answerBelow
            let own = senders.own(in: mail.message, as: known).union(around.ownAddresses.map { $0.lowercased() })
            var answer = Answer(kind, to: mail.message, own: own)
            answer.lead = around.settings.quoteLead
            self.answer = answer
            content = mail.content(answer)
            let quote = answer.quote(mail.body, calendar: around.clock.calendar)
            losesFormatting = leavesFormatting(of: mail.body)
            content.body = MessageBody(plain: text(above: quote))
        case .forwardFile(let file, let subject, let message):
            title = Self.title(.forward)
            sender = Self.addressed(message, senders, session) ?? senders.first(of: message.account) ?? first
            delivered = message
            source = message
            content = DraftContent(subject: "Fwd: " + Answer.bare(subject), files: [file])
            content.body = MessageBody(plain: text(above: nil))
        case .forwardAttached(let message):
            title = Self.title(.forward)
            sender = Self.addressed(message, senders, session) ?? senders.first(of: message.account) ?? first
            delivered = message
            content.subject = Answer(.forward, to: message, own: []).content.subject
            content.forwards = message.id
            content.body = MessageBody(plain: text(above: nil))
            attached = message
        case .again(let message):
            title = "New message"
            sender =
                senders.writer(of: message) ?? senders.first(of: message.account) ?? first
            content = DraftContent(
                to: message.to, cc: message.cc, bcc: message.bcc, subject: message.subject, files: message.namedFiles)
            source = message
            if let body = session.bodyInStore(of: message.id) { content.body = body } else { missing = message }
        }
    }

    private static func addressed(_ message: Message, _ senders: Senders, _ session: MailSession) -> Senders.Sender? {
        senders.addressed(by: message)
            ?? senders.addressed(by: message, delivered: session.deliveriesInStore(of: message))
    }

    /// Who has written in a thread before, the last one first.
    private static func writer(in thread: ThreadID, _ senders: Senders, _ session: MailSession) -> Senders.Sender? {
        senders.lastWriter(in: (try? session.messages(of: thread)) ?? [])
    }

    private static func title(_ kind: Answer.Kind) -> String {
        switch kind {
        case .reply: "Reply"
        case .replyAll: "Reply to all"
        case .replyList: "Reply to the list"
        case .forward: "Forward"
        }
    }

    /// What the sender's messages begin with, the signature, and what stands beneath.
    private func text(above quote: String?) -> String {
        let template = quote == nil || answer?.kind == .forward ? sender.template : ""
        if isBelow, let quote { return quote + "\n\n" + sender.ending }
        guard let quote else { return template + sender.ending }
        return template + sender.endingAboveQuote + "\n\n" + quote + "\n"
    }

    /// Whether a text that comes into the message leaves its looks behind.
    func leavesFormatting(of body: MessageBody) -> Bool { answer?.kind == .forward && BodyChoice.hasFormatting(body) }

    /// Puts in a text that was fetched.
    /// - Parameter isUntouched: nothing was written meanwhile.
    func fill(_ form: inout ComposeForm, _ body: MessageBody, isUntouched: Bool) {
        guard let answer else { return form.fill(body) }
        let quote = answer.quote(body)
        guard isBelow, isUntouched else { return form.body.append("\n\n" + quote + "\n") }
        form.body = TextArea(quote + "\n\n" + form.body.text)
        place(in: &form)
    }

    /// Puts the cursor where one writes.
    func place(in form: inout ComposeForm) {
        if isBelow { form.goBelowQuote() }
    }
}

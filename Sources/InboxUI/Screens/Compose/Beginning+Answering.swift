import InboxKit
import InboxModel
import MailContent

/// Replies and inline forwards.
extension Beginning {
    /// - Parameter part: The only lines to quote; nil for the whole text.
    mutating func write(
        _ kind: Answer.Kind, to message: Message, part: String? = nil, _ senders: Senders, _ around: any Surroundings
    ) {
        let session = around.session
        let known = Self.addressed(message, senders, session) ?? Self.writer(in: message.thread, senders, session)
        delivered = message
        isBelow = around.settings.answerBelow && kind != .forward
        let answer = begin(kind, to: message, from: known, isSent: senders.wrote(message), senders, around)
        if kind != .forward { answered = message } else { source = message }
        if kind != .forward, let last = Self.last(of: message.thread, session), last != message.id {
            title = Self.title(kind, message, around.clock)
        }
        content = answer.content
        if let part {
            let body = session.bodyInStore(of: message.id)
            let quote = answer.quote(part: part, of: body, calendar: around.clock.calendar)
            content.body = MessageBody(plain: text(above: quote))
        } else if let body = session.bodyInStore(of: message.id) {
            content.body = MessageBody(plain: text(above: answer.quote(body, calendar: around.clock.calendar)))
            losesFormatting = leavesFormatting(of: body)
        } else {
            // The signature does not wait for the quote, which may never arrive.
            let ending = isBelow ? sender.ending : sender.endingAboveQuote
            content.body = MessageBody(plain: (kind == .forward ? sender.template : "") + ending)
            missing = message
        }
    }

    /// Forwards a decrypted message. A subject that was encrypted is not left unencrypted beside an encrypted text.
    mutating func forward(
        _ message: Message, decrypted body: MessageBody, subject: String, _ files: [MessageFile]?, _ seal: DraftSeal?,
        _ senders: Senders, _ around: any Surroundings
    ) {
        let session = around.session
        let known = Self.addressed(message, senders, session) ?? Self.writer(in: message.thread, senders, session)
        var opened = message
        if !subject.isEmpty { opened.subject = subject }
        let answer = begin(.forward, to: opened, from: known, isSent: senders.wrote(message), senders, around)
        (delivered, source) = (message, message)
        content = answer.content
        content.seal = seal
        if let files { content.files = files }
        if seal?.encrypts == true { content.subject = Answer(.forward, to: message, own: []).content.subject }
        content.body = MessageBody(plain: text(above: answer.quote(body, calendar: around.clock.calendar)))
    }

    mutating func write(
        _ kind: Answer.Kind, toAttached mail: AttachedMail, _ senders: Senders, _ around: any Surroundings
    ) {
        isBelow = around.settings.answerBelow
        let known = senders.addressed(by: mail.message)
        let answer = begin(kind, to: mail.message, from: known, isSent: false, senders, around)
        content = mail.content(answer)
        losesFormatting = leavesFormatting(of: mail.body)
        content.body = MessageBody(plain: text(above: answer.quote(mail.body, calendar: around.clock.calendar)))
    }

    /// Sets what all answers share: title, sender and recipients.
    /// - Parameter known: The sender that the message or its thread determines.
    private mutating func begin(
        _ kind: Answer.Kind, to message: Message, from known: Senders.Sender?, isSent: Bool, _ senders: Senders,
        _ around: any Surroundings
    ) -> Answer {
        title = Self.title(kind)
        sender = known ?? senders.first(of: message.account) ?? sender
        isGuess = known == nil
        let own = senders.own(in: message, as: known).union(around.ownAddresses.map { $0.lowercased() })
        var answer = Answer(kind, to: message, own: own, isSent: isSent)
        answer.lead = around.settings.quoteLead
        answer.signatures = senders.signatures
        self.answer = answer
        return answer
    }

    /// Returns the user's identity that wrote last in the thread.
    private static func writer(in thread: ThreadID, _ senders: Senders, _ session: MailSession) -> Senders.Sender? {
        senders.lastWriter(in: (try? session.messages(of: thread)) ?? [])
    }

    /// Returns the last message of a thread that is no draft.
    private static func last(of thread: ThreadID, _ session: MailSession) -> MessageID? {
        ((try? session.messages(of: thread)) ?? []).last { !$0.isDraft }?.id
    }

    /// Returns a title that names the answered message, for a message that is not the last of its thread: “Reply to Tomás, 17:51”.
    private static func title(_ kind: Answer.Kind, _ message: Message, _ clock: WallClock) -> String {
        let name = message.from.first.map { CleanText.line($0.displayName) } ?? "nobody"
        let which = "\(name), \(RowDate.text(message.receivedAt, clock: clock))"
        return kind == .reply ? "Reply to \(which)" : "\(title(kind)): \(which)"
    }

    static func title(_ kind: Answer.Kind) -> String {
        switch kind {
        case .reply: "Reply"
        case .replyAll: "Reply to all"
        case .replyList: "Reply to the list"
        case .forward: "Forward"
        }
    }

    /// Whether a text put into the message loses its formatting.
    func leavesFormatting(of body: MessageBody) -> Bool { answer?.kind == .forward && BodyChoice.hasFormatting(body) }
}

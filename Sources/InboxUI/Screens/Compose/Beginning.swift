import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The initial state of a composer.
@UI
struct Beginning {
    var title = "New message"
    var content: DraftContent
    var sender: Senders.Sender
    var draft: MessageID?
    /// A message whose text is needed and must be fetched.
    var missing: Message?
    /// A message to attach as a file.
    var attached: Message?
    /// The answered message.
    var answered: Message?
    /// The message that already has the files.
    var source: Message?
    /// Further addresses in From, which another program has put there (RFC 5322 §3.6.2). A draft that is written here has one.
    var otherAuthors: [MailAddress] = []
    /// The last writer of the draft.
    var writer: String?
    /// The message whose delivery headers determine the sender if its other headers do not.
    var delivered: Message?
    /// Whether neither the answered message nor its thread names an address of the user.
    var isGuess = false
    /// Whether the message forwards only the words of a formatted mail.
    var losesFormatting = false
    /// Whether writing begins below the quote.
    var isBelow = false
    var answer: Answer?

    /// - Returns: Nil when no account can send, or there is no draft that can be written.
    init?(_ request: ComposeRequest, _ senders: Senders, _ around: any Surroundings) {
        guard let first = senders.first(of: nil) else { return nil }
        (sender, content) = (first, DraftContent())
        switch request {
        case .new(let account): write(to: [], account, senders)
        case .to(let people, let account): write(to: people, account, senders)
        case .link(let link, let message, let account): follow(link, in: message, account, senders, around.session)
        case .draft(let id): guard resume(id, senders, around.session) else { return nil }
        case .answer(let kind, let message): write(kind, to: message, senders, around)
        case .answerPart(let kind, let message, let part, let seal):
            write(kind, to: message, part: part, senders, around)
            content.seal = seal
        case .forwardDecrypted(let message, let body, let subject, let files, let seal):
            forward(message, decrypted: body, subject: subject, files, seal, senders, around)
        case .answerAttached(let kind, let mail): write(kind, toAttached: mail, senders, around)
        case .forwardFile(let file, let subject, let message):
            forward(file, subject: subject, of: message, senders, around.session)
        case .forwardAttached(let message): forwardAttached(message, senders, around.session)
        case .again(let message): sendAgain(message, senders, around.session)
        }
        if draft == nil { sender.addPeople(to: &content) }
    }

    private mutating func write(to people: [MailAddress], _ account: AccountID?, _ senders: Senders) {
        sender = senders.first(of: account) ?? sender
        content = DraftContent(to: people)
        content.body = MessageBody(plain: text(above: nil))
    }

    private mutating func follow(
        _ link: MailtoLink, in message: Message?, _ account: AccountID?, _ senders: Senders, _ session: MailSession
    ) {
        content = DraftContent(to: link.to, cc: link.cc, subject: link.subject)
        if account != nil { sender = senders.first(of: account) ?? sender }
        if let id = link.inReplyTo {
            // The author of a mail can name a message of another account: a reply from there would reveal whose that account is.
            let accounts = (message?.account ?? account).map { [$0] } ?? senders.all.map(\.account.id)
            answered =
                accounts.lazy.compactMap {
                    try? session.message(messageIDHeader: id, account: $0)
                }.first
            content.references = [id]
        }
        content.inReplyTo = answered?.id
        if let source = answered ?? message {
            sender = Self.addressed(source, senders, session) ?? senders.first(of: source.account) ?? sender
        }
        content.body = MessageBody(plain: link.body + sender.ending)
    }

    /// - Returns: False when the draft is gone or being sent, or another program encrypted it.
    private mutating func resume(_ id: MessageID, _ senders: Senders, _ session: MailSession) -> Bool {
        guard let kept = try? session.draft(id), kept.state != .sending, !session.isSealedElsewhere(kept),
            let own = Self.sender(of: kept, senders)
        else { return false }
        title = kept.content.inReplyTo == nil ? "Edit draft" : "Edit reply"
        (content, sender, draft, writer) = (kept.content, own, id, kept.writer)
        answered = kept.content.inReplyTo.flatMap { try? session.message($0) }
        source = try? session.message(id)
        otherAuthors = Array(source?.from.dropFirst() ?? [])
        if kept.content.body == MessageBody(), source?.remoteID != nil { missing = source }
        return true
    }

    /// Returns the sender of a draft. Another program may have given it an address, or a name, that is not known here: it leaves with that
    /// unless the user changes it.
    private static func sender(of draft: Draft, _ senders: Senders) -> Senders.Sender? {
        let from = draft.content.from.flatMap { $0.email.isEmpty ? nil : $0 }
        if var known = from.flatMap({ senders.sender(of: $0.email, account: draft.account) }) {
            if let from, !from.name.isEmpty { known.address.name = from.name }
            return known
        }
        guard var own = senders.all.first(where: { $0.account.id == draft.account }) else { return nil }
        if let from {
            (own.address, own.signature, own.template, own.isDoubtful) = (from, "", "", true)
            (own.replyTo, own.bcc) = ([], [])
        }
        return own
    }

    static func addressed(_ message: Message, _ senders: Senders, _ session: MailSession) -> Senders.Sender? {
        senders.addressed(by: message)
            ?? senders.addressed(by: message, delivered: session.deliveriesInStore(of: message))
    }

    /// Returns the initial text: the sender's template, the signature, and the quote.
    /// - Parameter quote: Empty where an answer has nothing to quote; nil where it is no answer.
    func text(above quote: String?) -> String {
        let template = quote == nil || answer?.kind == .forward ? sender.template : ""
        guard let quote, !quote.isEmpty else { return template + sender.ending }
        if isBelow { return quote + "\n\n" + sender.ending }
        return template + sender.endingAboveQuote + "\n\n" + quote + "\n"
    }

    /// Inserts a text that was fetched.
    /// - Parameter isUntouched: Whether the user wrote nothing meanwhile.
    func fill(_ form: inout ComposeForm, _ body: MessageBody, isUntouched: Bool) {
        guard let answer else {
            form.fill(body)
            return place(in: &form)
        }
        let quote = answer.quote(body)
        guard !quote.isEmpty else { return }
        guard isBelow, isUntouched else { return form.body.append("\n\n" + quote + "\n") }
        form.body = TextArea(quote + "\n\n" + form.body.text)
        place(in: &form)
    }

    /// Puts the cursor where the user writes, in a draft where the user goes on.
    func place(in form: inout ComposeForm) {
        if isBelow { form.goBelowQuote() }
        if draft != nil { form.goToEndOfOwnText() }
    }
}

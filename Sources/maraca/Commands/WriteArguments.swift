import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

/// The arguments of commands that compose from standard input.
struct WriteArguments: ParsableArguments {
    @OptionGroup var options: GlobalOptions
    @Option(
        help: ArgumentHelp("Your address to write as.", valueName: "address"),
        completion: Completing.accounts)
    var from: String?
    @Option(
        help: ArgumentHelp(
            "Recipients, besides those of a reply: addresses, groups and names of contacts, separated by commas.",
            valueName: "people")
    )
    var to: [String] = []
    @Option(help: ArgumentHelp("Recipients of a copy.", valueName: "people")) var cc: [String] = []
    @Option(help: ArgumentHelp("Recipients that the others don't see.", valueName: "people")) var bcc: [String] = []
    @Option(help: "The subject; of a reply or forward, instead of its own.") var subject: String?
    @Option(help: ArgumentHelp("A file to attach; may be repeated.", valueName: "file"), completion: .file())
    var attach: [String] = []
    @Flag(
        inversion: .prefixedNo,
        help: "Read the text as Markdown and send HTML as well, or not; by default as in the settings.")
    var markdown: Bool?
    @Option(
        help: ArgumentHelp(
            "The text is this template, a file of the folder “templates” beside config.json; what is piped in goes below it.",
            valueName: "name"),
        completion: Completing.templates)
    var template: String?
    @OptionGroup var sealing: SealArguments

    /// Whether any option says something about the message.
    var areGiven: Bool {
        from != nil || subject != nil || markdown != nil || template != nil || sealing.sign != nil || sealing.isAsked
            || !(to + cc + bcc + attach).isEmpty
    }

    /// Returns the user's sender addresses.
    func senders(_ session: MailSession) throws -> Senders { try options.senders(session) }

    /// Returns the sender asked for, else the default one.
    func sender(_ senders: Senders, otherwise: Senders.Sender?) throws -> Senders.Sender {
        if let from {
            guard let sender = senders.sender(of: from) else {
                throw CommandFailure(
                    message: "\(Output.clean(from)) is not one of your addresses; `identities` in config.json adds one",
                    status: 2)
            }
            return sender
        }
        guard let sender = otherwise else {
            throw CommandFailure(message: "there is no account to send from; `maraca account add ADDRESS` adds one")
        }
        return sender
    }

    /// Returns the sender for writing about a message: the address that it was sent to, else the last sender in its thread, else the
    /// account's address.
    /// - Parameter answers: whether it is a reply; a forward goes to others.
    func addressed(by message: Message, _ senders: Senders, _ session: MailSession, answers: Bool = false) async
        -> Senders.Sender?
    {
        let delivered = senders.needsDelivery(of: message) ? try? await session.deliveries(of: message) : nil
        let known = senders.addressed(by: message, delivered: delivered ?? [])
        let thread = answers && known == nil ? (try? session.messages(of: message.thread)) ?? [] : []
        return known ?? senders.lastWriter(in: thread) ?? senders.first(of: message.account)
    }

    /// Completes a message with the options, and saves or queues it.
    /// - Parameters:
    ///   - text: the user's text; nil to read standard input.
    ///   - date: when to send it; nil for at once.
    ///   - answered: the message that is answered. An answer without text is a mistake, unless files are attached.
    ///   - usual: the address that the answered message was sent to.
    func finish(
        _ content: DraftContent, text: String? = nil, quote: String?, as sender: Senders.Sender, _ session: MailSession,
        isDraft: Bool, at date: Date? = nil, answered: Message? = nil, usual: MailAddress? = nil
    ) async throws {
        var content = content
        content.from = sender.address
        let settings = try options.settings()
        content.seal = try sealing.seal(for: sender.account, settings)
        let book = AddressBook(session: session, settings: settings)
        content.to += try people(to, book)
        content.cc += try people(cc, book)
        content.bcc += try people(bcc, book)
        content.nameEachOnce()
        if let subject { content.subject = subject }
        guard isDraft || !content.recipients.isEmpty else {
            throw CommandFailure(message: "there is no recipient: add --to", status: 2)
        }
        // Before the user writes: a text rejected afterwards would be lost.
        let used = content.files.reduce(0) { $0 + $1.size }
        let files = try Uploads.files(attach, beside: used, for: sender.account, session)
        let beginning = try templateText(for: content.to.first)
        let typed = try text ?? PipedText.read(letter())
        let own = typed.hasSuffix("\n") ? String(typed.dropLast()) : typed
        let text = [beginning, own].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
        if answered != nil, attach.isEmpty, text.allSatisfy(\.isWhitespace) {
            throw CommandFailure(message: "there is no message on standard input: the text of the reply", status: 2)
        }
        if content.isEmpty, attach.isEmpty, text.allSatisfy(\.isWhitespace) {
            throw CommandFailure(
                message: "there is nothing to save: no text on standard input, no --to, --subject or --attach",
                status: 2)
        }
        let named = content.bcc.count
        sender.addPeople(to: &content)
        for person in content.bcc[named...] {
            Output.note("blind copy to \(Output.clean(person.email)), as your identity says")
        }
        let plain =
            if let quote {
                answered != nil && settings.answerBelow
                    ? quote + "\n\n" + text + sender.ending : text + sender.endingAboveQuote + "\n\n" + quote + "\n"
            } else {
                text + sender.ending
            }
        content.body = MessageBody(html: markdown ?? settings.markdown ? Markdown.html(of: plain) : nil, plain: plain)
        content.files += try await Uploads.attach(
            files, to: sender.account, uploads: content.seal?.encrypts != true, session)
        if !isDraft {
            try options.noteDoubts(
                about: content, text: plain, signature: sender.signature, answered: answered, usual: usual)
        }
        try await keep(content, account: sender.account, session, isDraft: isDraft, at: date)
    }

    /// Returns the text of the template that was asked for; nil if none was.
    private func templateText(for recipient: MailAddress?) throws -> String? {
        guard let template else { return nil }
        let templates = Templates(beside: try options.makeHome().configuration)
        do throws(Templates.Failure) {
            return Templates.filled(try templates.text(of: template), for: recipient)
        } catch {
            throw CommandFailure(message: Output.clean(error.words), status: 2)
        }
    }

    /// Reads standard input. With a template, nobody has to type anything.
    private func letter() throws -> [UInt8] {
        template != nil && isatty(STDIN_FILENO) == 1 ? [] : try StandardInput.letter()
    }

    /// Saves or queues a message, and prints its id.
    func keep(
        _ content: DraftContent, account: Account, _ session: MailSession, isDraft: Bool, at date: Date?
    ) async throws {
        let id = try await StandardInput.handOver(to: "`maraca outbox`") {
            try await telling { () async throws(SessionError) in
                // A message to be sealed is first saved as a draft.
                isDraft || content.seal != nil
                    ? try await session.save(content, account: account.id)
                    : try await session.send(content, account: account.id, at: date)
            }
        }
        if let seal = content.seal, !isDraft {
            try await SealArguments.send(id, seal, hidden: content.bcc, at: date, session)
        }
        if let date { Output.note("leaves \(GivenTime.words(date))") }
        if options.json { try Output.json(["id": id.description]) } else { Output.line(id.description) }
    }

    func people(_ texts: [String], _ book: AddressBook) throws -> [MailAddress] {
        let (found, rest) = book.people(in: texts.joined(separator: ","), namesAddresses: false)
        guard rest.isEmpty else {
            throw CommandFailure(message: Output.clean(book.problem(with: rest)), status: 2)
        }
        return found
    }

    /// Returns the message that an id names, or the newest in a thread that the user did not send.
    func message(_ id: String, _ meaning: IDMeaning, _ session: MailSession) throws -> Message {
        let found = try options.find(id, session, isMessage: meaning.message)
        let messages = try telling { () throws(SessionError) in try session.messages(of: found) }
        let own = try senders(session).own().union(session.ownAddresses())
        guard let message = session.answered(of: messages, own: own) else {
            throw CommandFailure(message: "there is no message in \(id)")
        }
        return message
    }
}

extension DraftContent {
    /// Whether it has no recipients, no subject and no files.
    fileprivate var isEmpty: Bool { recipients.isEmpty && subject.isEmpty && files.isEmpty }
}

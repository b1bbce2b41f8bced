import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct SendCommand: AsyncParsableCommand, LetterCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Queue a message (RFC 5322) or a text from standard input; prints its id.",
        discussion:
            "`sync` or the running client sends it. A text without headers goes to RECIPIENTS, or to --to: then it gets your "
            + "signature, and Markdown and OpenPGP as in the settings. It takes the options of sendmail that programs use, so that "
            + "`git config sendemail.sendmailCmd 'maraca send'` works; RECIPIENTS that no header names get blind copies."
    )

    @OptionGroup var write: WriteArguments
    @Flag(help: "Only save it as a draft.") var draft = false
    @Option(
        help: ArgumentHelp(
            "When to send it, such as “tomorrow 9:00” or “in 2 hours”; the server holds it if it can.",
            valueName: "time"))
    var at: String?
    @Flag(name: .customShort("t"), help: "Take recipients from the headers; the default without RECIPIENTS.")
    var fromHeaders = false
    @Flag(
        name: .customShort("i"), help: "Accepted for sendmail's sake: a line with a single dot never ends the message.")
    var ignoresDots = false
    @Flag(name: .customShort("o"), help: .hidden) var sendmailOption = false
    @Option(
        name: [.customShort("f"), .customShort("r")],
        help: ArgumentHelp("The account to send from.", valueName: "address"))
    var envelopeFrom: String?
    @Argument(help: "Who gets it; with -t in addition to those of the headers.") var recipients: [String] = []

    func validate() throws {
        if draft, at != nil {
            throw ValidationError("Use either --draft, which only saves it, or --at, which sends it later.")
        }
    }

    func run() async throws {
        let date = try at.map { try GivenTime.read($0) }
        let bytes = try StandardInput.letter()
        let isAddressed = !(recipients + write.to + write.cc + write.bcc).isEmpty
        let piped = PipedMessage(bytes, isAddressed: isAddressed)
        if case .text(let text) = piped, recipients.isEmpty { return try await writeNew(text, at: date) }
        var message = try readMessage(piped)
        let session = try options.openSession()
        let hidden = try addRecipients(to: &message, session)
        let account = try sender(of: message, session)
        let form = RewrittenMessage(message, of: bytes, dialect: account.dialect)
        try checkSeal(of: form)
        try checkWhole(form)
        let from = try named(message.from.first, account, session)
        if !draft, let from { try checkSender(from, account, session) }
        let seal = write.sealing.isAsked ? try write.sealing.seal(for: account, options.settings()) : nil
        let uploads = try message.files.map { file in
            var upload = try Uploads.part(file, of: bytes)
            upload.contentType = form.type(of: file)
            return upload
        }
        if write.markdown == true, let plain = message.body.plain, message.body.html == nil {
            message.body.html = Markdown.html(of: plain)
        }
        if !draft { try Self.checkRecipients(message.to + message.cc + hidden) }
        let text = (message.body.html?.utf8.count ?? 0) + (message.body.plain?.utf8.count ?? 0)
        let used = uploads.reduce(0) { $0 + $1.bytes.count }
        try Uploads.checkWhole(text + used, for: account, session)
        let others = try Uploads.files(write.attach, beside: used, for: account, session)
        var files: [MessageFile] = []
        for (file, upload) in zip(message.files, uploads) {
            var attached = try await Uploads.attach(upload, to: account, uploads: seal != .encrypted, session)
            attached.contentID = form.contentID(of: file)
            files.append(attached)
        }
        files += try await Uploads.attach(others, to: account, uploads: seal != .encrypted, session)
        let content = DraftContent(
            from: from, to: message.to, cc: message.cc, bcc: hidden, replyTo: message.replyTo,
            subject: message.subject, body: message.body, files: files,
            inReplyTo: try answered(message, account, session), references: message.wayBack,
            messageIDHeader: message.messageID,
            // M-2: such a header would reveal the blind copy.
            headers: form.headers.filter { !$0.names(hidden) }, seal: seal)
        for header in form.headers where header.names(hidden) {
            Output.note("not kept: \(Output.clean(header.name)), which would reveal a blind copy")
        }
        for loss in form.losses { Output.note("not kept: \(Output.clean(loss))") }
        if !draft {
            try options.noteDoubts(about: content, text: message.body.plain ?? BodyText.forReading(message.body))
        }
        try await write.keep(content, account: account, session, isDraft: draft, at: date)
    }

    var options: GlobalOptions { write.options }

    /// Composes a new message, as `draft` does, for recipients from options.
    private func writeNew(_ text: String, at date: Date?) async throws {
        let session = try options.openSession()
        let account = try sender(of: ParsedMessage(), session)
        let senders = try write.senders(session)
        let other = envelopeFrom.flatMap { senders.sender(of: $0, account: account.id) }
        let sender = try write.sender(senders, otherwise: other ?? senders.first(of: account.id))
        try await write.finish(
            DraftContent(), text: text, quote: nil, as: sender, session, isDraft: draft, at: date)
    }

    /// Returns the message on standard input. A text without headers is addressed by the arguments.
    private func readMessage(_ piped: PipedMessage) throws -> ParsedMessage {
        switch piped {
        case .message(let read): return read
        case .text(let text):
            var message = ParsedMessage()
            message.body.plain = text
            message.to = try addresses(recipients)
            return message
        case .nothing:
            throw CommandFailure(
                message:
                    "there is no message on standard input: give headers, an empty line and a text, or a text and RECIPIENTS",
                status: 2)
        case .unaddressed:
            throw CommandFailure(
                message: "there is no recipient, and no headers name one: add --to", status: 2)
        case .broken(let line):
            throw CommandFailure(
                message:
                    "“\(Output.clean(line))” is not a header, and there is no empty line before it: nothing was sent",
                status: 2)
        }
    }

    /// Adds recipients and subject from the options.
    /// - Returns: the recipients that no visible header names.
    /// - Throws: if headers name anyone else: they would get the message all the same, or be forgotten.
    private func addRecipients(to message: inout ParsedMessage, _ session: MailSession) throws -> [MailAddress] {
        let book = AddressBook(session: session, settings: try options.settings())
        let (to, cc, bcc) = (
            try write.people(write.to, book), try write.people(write.cc, book), try write.people(write.bcc, book)
        )
        message.to += to
        message.cc += cc
        message.bcc += bcc
        if let subject = write.subject { message.subject = subject }
        let given = try addresses(recipients) + (recipients.isEmpty ? [] : to + cc + bcc)
        let all = PipedRecipients(of: message, given: given, fromHeaders: fromHeaders)
        if let left = all.left {
            throw CommandFailure(
                message:
                    "\(Output.clean(left.email)) is named in the message, but not among the recipients; add it, or say -t"
            )
        }
        return all.hidden
    }

    private func addresses(_ texts: [String]) throws -> [MailAddress] {
        let (found, rest) = AddressList.parse(texts.joined(separator: ","))
        guard rest.isEmpty else { throw CommandFailure(message: "\(Output.clean(rest)) is not an address", status: 2) }
        return found
    }

    /// Returns the sender. An address without a name gets the user's name for that address.
    private func named(_ from: MailAddress?, _ account: Account, _ session: MailSession) throws -> MailAddress? {
        if write.from != nil { return try write.sender(options.senders(session), otherwise: nil).address }
        guard from?.name.isEmpty != false else { return from }
        // As in sendmail, -f is the sender if the message has none.
        let known = try options.senders(session).sender(of: from?.email ?? envelopeFrom ?? account.address)?.address
        guard let from else { return known }
        return MailAddress(name: known?.name ?? "", email: from.email)
    }

    /// Returns the account asked for, else that of the message's sender, else the only one.
    private func sender(of message: ParsedMessage, _ session: MailSession) throws -> Account {
        let accounts = try options.chosenAccounts(session).filter { session.canSend($0) }
        let asked = write.from ?? envelopeFrom
        let from = (asked ?? message.from.first?.email)?.lowercased()
        if let account = accounts.first(where: { $0.address.lowercased() == from }) { return account }
        if let asked, !accounts.isEmpty { return try account(of: asked, session) }
        // Another address of the user, possibly of an account that cannot send by itself.
        if let from, let known = try options.senders(session).sender(of: from) { return known.account }
        guard accounts.count == 1, let only = accounts.first else {
            throw CommandFailure(
                message: accounts.isEmpty
                    ? "there is no account to send from; `maraca account add ADDRESS` adds one"
                    : "which account sends it? Give --account, or From in the message")
        }
        return only
    }

    /// Returns the account of another address of the user.
    private func account(of address: String, _ session: MailSession) throws -> Account {
        guard let sender = try options.senders(session).sender(of: address) else {
            let what = "\(Output.clean(address)) is not one of your addresses"
            throw CommandFailure(message: "\(what); `identities` in config.json adds one", status: 2)
        }
        return sender.account
    }

    private func answered(_ message: ParsedMessage, _ account: Account, _ session: MailSession) throws -> MessageID? {
        guard let header = message.inReplyTo.first else { return nil }
        return try? session.message(messageIDHeader: header, account: account.id)?.id
    }
}

extension DraftHeader {
    fileprivate func names(_ people: [MailAddress]) -> Bool {
        people.contains { value.range(of: $0.email, options: .caseInsensitive) != nil }
    }
}

extension ParsedMessage {
    /// The References, ending with the message that is answered.
    fileprivate var wayBack: [String] {
        guard let answered = inReplyTo.first else { return references }
        return references.filter { $0 != answered } + [answered]
    }
}

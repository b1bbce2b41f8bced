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
            + "signature, and Markdown and signing as in the settings. It takes the options of sendmail that programs use, so that "
            + "`git config sendemail.sendmailCmd 'maraca send'` works; RECIPIENTS that no header names get blind copies."
    )

    @OptionGroup var write: WriteArguments
    @Flag(help: "Only save it as a draft.") var draft = false
    @OptionGroup var time: LeavingTime
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
        try time.check(isDraft: draft)
        if write.template != nil, fromHeaders || !recipients.isEmpty {
            throw ValidationError("A template has no headers: use --to instead of RECIPIENTS and -t.")
        }
    }

    func run() async throws {
        let date = try time.date()
        if write.template != nil { return try await writeNew(nil, at: date) }
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
            var attached = try await Uploads.attach(upload, to: account, uploads: seal?.encrypts != true, session)
            attached.contentID = form.contentID(of: file)
            files.append(attached)
        }
        files += try await Uploads.attach(others, to: account, uploads: seal?.encrypts != true, session)
        let content = DraftContent(
            from: from, to: message.to, cc: message.cc, bcc: hidden, replyTo: message.replyTo,
            subject: message.subject, body: message.body, files: files,
            inReplyTo: try answered(message, account, session), references: message.wayBack,
            messageIDHeader: message.messageID,
            // M-2: such a header would reveal the blind copy.
            headers: form.headers.filter { !$0.names(hidden) } + [form.date(near: Date())].compactMap(\.self),
            seal: seal)
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
    /// - Parameter text: nil to read standard input.
    private func writeNew(_ text: String?, at date: Date?) async throws {
        let session = try options.openSession()
        let account = try sender(of: ParsedMessage(), session)
        let senders = try self.senders(session)
        let other = envelopeFrom.flatMap { senders.sender(of: $0, account: account.id) }
        let own = try options.account.map { try session.account($0) } ?? account
        let sender = try write.sender(senders, otherwise: other ?? senders.first(of: own.id))
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
        if write.from != nil { return try write.sender(senders(session), otherwise: nil).address }
        guard from?.name.isEmpty != false else { return from }
        // As in sendmail, -f is the sender if the message has none.
        let own = envelopeFrom ?? options.account ?? account.address
        let known = try senders(session).sender(of: from?.email ?? own)?.address
        guard let from else { return known }
        return MailAddress(name: known?.name ?? "", email: from.email)
    }

    /// Returns the account that sends: the one asked for or the one that sends for it, else that of the message's sender, else the only
    /// one.
    private func sender(of message: ParsedMessage, _ session: MailSession) throws -> Account {
        let chosen = try options.chosenAccounts(session)
        let accounts = chosen.filter { session.canSend($0) }
        let senders = try self.senders(session)
        let asked = write.from ?? envelopeFrom
        let from = (asked ?? message.from.first?.email)?.lowercased()
        if let account = accounts.first(where: { $0.address.lowercased() == from }) { return account }
        if let asked, !senders.all.isEmpty { return try account(of: asked, senders) }
        // Another address of the user, possibly of an account that cannot send by itself.
        if let from, let known = senders.sender(of: from) { return known.account }
        if accounts.count == 1 { return accounts[0] }
        if accounts.isEmpty, chosen.count == 1, let other = senders.first(of: chosen[0].id) { return other.account }
        throw CommandFailure(message: Self.noSender(accounts, chosen))
    }

    private static func noSender(_ accounts: [Account], _ chosen: [Account]) -> String {
        if !accounts.isEmpty { return "which account sends it? Give --account, or From in the message" }
        if chosen.count == 1 {
            let remedy = Wording.sender(of: chosen[0]).map { ": no server is known that does. \($0)" }
            return "\(chosen[0].address) can't send mail" + (remedy ?? ", and no other account here sends for it")
        }
        return "there is no account to send from; `maraca account add ADDRESS` adds one"
    }

    /// Returns the addresses to send from. An account asked for that can't send, such as a shared one, comes with those that send for it.
    func senders(_ session: MailSession) throws -> Senders {
        let chosen = try options.chosenAccounts(session)
        let silent = chosen.filter { !$0.isReadOnly && !session.canSend($0) }
        let others = try session.knownAccounts().filter { known in
            !chosen.contains { $0.id == known.id }
                && silent.contains { $0.url == known.url && $0.userName == known.userName }
        }
        return try options.settings().senders(of: chosen + others, session)
    }

    /// Returns the account of another address of the user.
    private func account(of address: String, _ senders: Senders) throws -> Account {
        guard let sender = senders.sender(of: address) else {
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

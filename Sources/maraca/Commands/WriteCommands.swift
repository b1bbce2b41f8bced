import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

/// What commands that write from standard input have in common.
struct WriteArguments: ParsableArguments {
    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("Write as this address, one of yours.", valueName: "address")) var from: String?
    @Option(help: ArgumentHelp("More recipients, by commas.", valueName: "addresses")) var to: [String] = []
    @Option(help: ArgumentHelp("More recipients of a copy.", valueName: "addresses")) var cc: [String] = []
    @Option(help: ArgumentHelp("Recipients whom the others don't see.", valueName: "addresses")) var bcc: [String] = []
    @Option(help: "Another subject.") var subject: String?
    @Option(help: ArgumentHelp("A file to put on it.", valueName: "file")) var attach: [String] = []
    @Flag(help: "Read the text as Markdown, and send HTML as well.") var markdown = false

    /// Who may write here.
    func senders(_ session: MailSession) throws -> Senders { try options.senders(session) }

    /// The one asked for, else the one that suits.
    func sender(_ senders: Senders, otherwise: Senders.Sender?) throws -> Senders.Sender {
        if let from {
            guard let sender = senders.sender(of: from) else {
                throw CommandFailure(message: "\(from) is no address of yours; `identities` in config.json adds one")
            }
            return sender
        }
        guard let sender = otherwise else {
            throw CommandFailure(message: "there is no account to send from; `maraca account add ADDRESS` makes one")
        }
        return sender
    }

    /// Who should write about a message: whom it was sent to, else the account's own address.
    func addressed(by message: Message, _ senders: Senders, _ session: MailSession) async -> Senders.Sender? {
        let delivered = senders.needsDelivery(of: message) ? try? await session.deliveries(of: message) : nil
        return senders.addressed(by: message, delivered: delivered ?? []) ?? senders.first(of: message.account)
    }

    /// Adds what the options say to a message, and keeps it or queues it.
    /// - Parameters:
    ///   - answered: what it answers: without a word of one's own that is a mistake, unless a file is what it says.
    ///   - usual: the address that this was sent to.
    func finish(
        _ content: DraftContent, quote: String?, as sender: Senders.Sender, _ session: MailSession, isDraft: Bool,
        answered: Message? = nil, usual: MailAddress? = nil
    ) async throws {
        var content = content
        content.from = sender.address
        content.to += try addresses(to)
        content.cc += try addresses(cc)
        content.bcc += try addresses(bcc)
        if let subject { content.subject = subject }
        guard isDraft || !content.recipients.isEmpty else {
            throw CommandFailure(message: "there is no address to send it to: add --to")
        }
        let typed = try StandardInput.text()
        let text = typed.hasSuffix("\n") ? String(typed.dropLast()) : typed
        if answered != nil, attach.isEmpty, text.allSatisfy(\.isWhitespace) {
            throw CommandFailure(message: "there is no message on standard input: the text of the answer")
        }
        let plain = text + (quote.map { sender.endingAboveQuote + "\n\n" + $0 + "\n" } ?? sender.ending)
        content.body = MessageBody(html: markdown ? Markdown.html(of: plain) : nil, plain: plain)
        let used = content.files.reduce(0) { $0 + $1.size }
        content.files += try await Uploads.attach(attach, beside: used, to: sender.account, session)
        if !isDraft {
            try options.noteDoubts(
                about: content, text: plain, signature: sender.signature, answered: answered, usual: usual)
        }
        let id = try await telling { [content] () async throws(SessionError) in
            isDraft
                ? try await session.save(content, account: sender.account.id)
                : try await session.send(content, account: sender.account.id)
        }
        if options.json { try Output.json(["id": id.description]) } else { Output.line(id.description) }
    }

    private func addresses(_ texts: [String]) throws -> [MailAddress] {
        let (found, rest) = AddressList.parse(texts.joined(separator: ","))
        guard rest.isEmpty else { throw CommandFailure(message: "\(Output.clean(rest)) is no address", status: 2) }
        return found
    }

    /// The one message that an id names: itself, or the newest of a thread that is not the user's own.
    func message(_ id: String, _ meaning: IDMeaning, _ session: MailSession) async throws -> Message {
        let found = try options.find(id, session, isMessage: meaning.message)
        let messages = try await telling { () throws(SessionError) in try session.messages(of: found) }
        let own = try senders(session).own().union(session.ownAddresses())
        guard let message = session.answered(of: messages, own: own) else {
            throw CommandFailure(message: "there is no message in \(id)")
        }
        return message
    }
}

struct ReplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", abstract: "Answer a message with the text from standard input; prints the draft's id.",
        discussion: "ID is a message, or a thread for its newest one. `sync` or the running client sends it.")

    @OptionGroup var write: WriteArguments
    @Flag(help: "To everyone who got it.") var all = false
    @Flag(help: "To the mailing list it came through.") var list = false
    @Flag(help: "Don't quote the message.") var noQuote = false
    @Flag(help: "Only keep it as a draft.") var draft = false
    @Option(help: "Answer the invitation in it, to whoever invites: accept, tentative or decline.")
    var invitation: InvitationReply?
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message or a thread.") var id: String

    func validate() throws {
        if invitation != nil { try checkInvitation() }
        if all, list { throw ValidationError("--all and --list can't be said together.") }
    }

    func run() async throws {
        let session = try write.options.openSession()
        var message = try await write.message(id, meaning, session)
        if let invitation { return try await answer(invitation, message, try write.senders(session), session) }
        if list { message = (try? await session.withList(message)) ?? message }
        guard !list || message.listAddress != nil else {
            throw CommandFailure(message: "\(id) came through no mailing list")
        }
        let senders = try write.senders(session)
        let usual = await write.addressed(by: message, senders, session)
        let sender = try write.sender(senders, otherwise: usual)
        if sender.account.id != message.account {
            let own = Output.clean(sender.address.email)
            Output.note("it goes out as \(own), whom the message names, through that account")
        }
        var answer = Answer(
            list ? .replyList : all ? .replyAll : .reply, to: message,
            own: senders.own(in: message, as: sender).union(session.ownAddresses()),
            isSent: senders.wrote(message))
        answer.lead = try write.options.settings().quoteLead
        // What is not here is asked of the server; without it the answer goes without a quote, and without the line above it.
        let body = noQuote ? nil : try? await session.body(of: message)
        if !noQuote, body == nil { Output.note("the text of the message can't be had now: the answer goes without it") }
        try await write.finish(
            answer.content, quote: body.map { answer.quote($0) }, as: sender, session, isDraft: draft,
            answered: message, usual: usual?.address)
    }
}

struct ForwardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward", abstract: "Pass a message on, with its files, below the text from standard input.")

    @OptionGroup var write: WriteArguments
    @Flag(help: "The whole message as one file.") var attached = false
    @Flag(help: "Only keep it as a draft.") var draft = false
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message or a thread.") var id: String

    func run() async throws {
        let session = try write.options.openSession()
        let message = try await write.message(id, meaning, session)
        let senders = try write.senders(session)
        let sender = try write.sender(
            senders, otherwise: await write.addressed(by: message, senders, session))
        let answer = Answer(
            .forward, to: message, own: senders.own(in: message, as: sender).union(session.ownAddresses()))
        var content = answer.content
        guard attached else {
            let body = try await telling { () async throws(SessionError) in try await session.body(of: message) }
            content.files = try await telling { [content] () async throws(SessionError) in
                try await session.files(content.files, of: message, for: sender.account.id)
            }
            if let body, BodyChoice.hasFormatting(body) {
                Output.note("its words go along, its formatting does not: --attached passes it on whole")
            }
            return try await write.finish(content, quote: answer.quote(body), as: sender, session, isDraft: draft)
        }
        let source = try await telling { () async throws(SessionError) in try await session.rawMessage(message) }
        // One's own copy tells who got it in secret (M-2).
        let bytes = HeaderRemoval.removing(HeaderRemoval.blindCopies, from: source)
        let upload = Upload(
            fileName: SafeFileName.of(message.subject + ".eml", number: 1), contentType: "message/rfc822", bytes: bytes)
        content.files = [try await Uploads.attach(upload, to: sender.account, session)]
        try await write.finish(content, quote: nil, as: sender, session, isDraft: draft)
    }
}

struct BounceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce", abstract: "Pass a message on as it is (JMAP only); prints what it is queued as.",
        discussion: "Who passes it on and to whom stands in Resent fields (RFC 5322 §3.6.6); nothing can be added.")

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("To whom, by commas.", valueName: "addresses")) var to: [String]
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message or a thread.") var id: String

    func run() async throws {
        let write = try WriteArguments.parse(
            (options.home.map { ["--home", $0] } ?? []) + (options.account.map { ["--account", $0] } ?? []))
        let session = try options.openSession()
        let message = try await write.message(id, meaning, session)
        let senders = try write.senders(session)
        let sender = try write.sender(
            senders, otherwise: await write.addressed(by: message, senders, session))
        let (people, rest) = AddressList.parse(to.joined(separator: ","))
        guard rest.isEmpty, !people.isEmpty else {
            throw CommandFailure(message: "\(Output.clean(rest)) is no address", status: 2)
        }
        let action = try await telling { () async throws(SessionError) in
            try await session.bounce(message, to: people, from: sender.address)
        }
        if options.json { try Output.json(["id": action.description]) } else { Output.line(action.description) }
    }
}

struct DraftCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Keep a new draft with the text from standard input; prints its id.")

    @OptionGroup var write: WriteArguments

    func run() async throws {
        let session = try write.options.openSession()
        let senders = try write.senders(session)
        let sender = try write.sender(senders, otherwise: senders.first(of: nil))
        try await write.finish(DraftContent(), quote: nil, as: sender, session, isDraft: true)
    }
}

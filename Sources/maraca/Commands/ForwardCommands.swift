import ArgumentParser
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct ForwardCommand: AsyncParsableCommand, LetterCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward",
        abstract: "Forward a message with its files, below the text from standard input; prints the draft's id.")

    @OptionGroup var write: WriteArguments
    @Flag(help: "Attach the whole message as one file.") var attached = false
    @Flag(help: "Only save it as a draft.") var draft = false
    @OptionGroup var time: LeavingTime
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message or a thread, or a Message-ID.") var id: String

    func validate() throws { try time.check(isDraft: draft) }

    func run() async throws {
        let date = try time.date()
        let session = try write.options.openSession()
        let message = try write.message(id, meaning, session)
        let senders = try write.senders(session)
        let sender = try write.sender(
            senders, otherwise: await write.addressed(by: message, senders, session))
        let answer = Answer(
            .forward, to: message, own: senders.own(in: message, as: sender).union(session.ownAddresses()))
        var content = answer.content
        let uploads = try write.sealing.seal(for: sender.account, write.options.settings())?.encrypts != true
        guard attached else {
            let body = try await telling { () async throws(SessionError) in try await session.body(of: message) }
            // What its files are is known for certain only with its text.
            var named = try telling { () throws(SessionError) in try session.message(message.id) } ?? message
            named.files = await session.namedFiles(of: named)
            let files = named.filesToPassOn
            content.files = try await telling { () async throws(SessionError) in
                try await session.files(files, of: message, for: sender.account.id, uploads: uploads, isAtOnce: true)
            }
            if let body, BodyChoice.hasFormatting(body) {
                Output.note("it goes without its formatting; --attached forwards it whole")
            }
            return try await write.finish(
                content, quote: answer.quote(body), as: sender, session, isDraft: draft, at: date)
        }
        let source = try await telling { () async throws(SessionError) in try await session.rawMessage(message) }
        // The user's own copy reveals Bcc recipients (M-2).
        let bytes = HeaderRemoval.removing(HeaderRemoval.blindCopies, from: source)
        let upload = Upload(
            fileName: SafeFileName.of(message.subject + ".eml", number: 1), contentType: "message/rfc822", bytes: bytes)
        content.files = [try await Uploads.attach(upload, to: sender.account, uploads: uploads, session)]
        try await write.finish(content, quote: nil, as: sender, session, isDraft: draft, at: date)
    }
}

struct BounceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce",
        abstract: "Redirect a message unchanged (over JMAP and IMAP); prints its number in the outbox.",
        discussion: "Resent fields say who redirected it, and to whom (RFC 5322 §3.6.6); no text can be added.")

    @OptionGroup var options: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "Recipients: addresses, groups and names of people, separated by commas.", valueName: "people"))
    var to: [String]
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message or a thread, or a Message-ID.") var id: String

    func run() async throws {
        let write = try WriteArguments.parse(
            (options.home.map { ["--home", $0] } ?? []) + (options.account.map { ["--account", $0] } ?? []))
        let session = try options.openSession()
        let message = try write.message(id, meaning, session)
        let senders = try write.senders(session)
        let sender = try write.sender(senders, otherwise: senders.resending(message))
        let people = try write.people(to, AddressBook(session: session, settings: try options.settings()))
        guard !people.isEmpty else { throw CommandFailure(message: "--to has no recipients", status: 2) }
        let action = try await telling { () async throws(SessionError) in
            try await session.bounce(message, to: people, from: sender.address)
        }
        if options.json { try Output.json(["id": action.description]) } else { Output.line(action.description) }
    }
}

import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct ShowCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a thread, a message as it was sent, or a mail in a file.")

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Print one message as it was sent, byte for byte.")
    var raw = false

    @Flag(help: "Print all messages of a thread as they were sent, oldest first, as an mbox.")
    var mbox = false

    @Flag(
        help:
            "Print the patches of a thread as an mbox for `git am`: the newest version, or that of the patch whose id is given, in the order of its numbers, without cover letter and replies."
    )
    var patches = false

    @Flag(help: "Show all headers of each message; the server is asked for them.")
    var headers = false

    @Flag(help: "Decrypt what is encrypted with OpenPGP or S/MIME, using your gpg or gpgsm.")
    var decrypt = false

    @Option(
        help: ArgumentHelp(
            "Show the mail in this file instead: a message, or an mbox with one; - for standard input. No account is needed.",
            valueName: "path"),
        completion: .file())
    var file: String?

    @OptionGroup var meaning: IDMeaning

    @Argument(
        help: ArgumentHelp(
            "The server's id of a thread or a message, a Message-ID, or the id that was printed for a draft.",
            valueName: "id"))
    var given: String?

    private var id: String { given ?? "" }

    func validate() throws {
        if file != nil, given != nil { throw ValidationError("Give either an id or --file.") }
        if file == nil, given == nil { throw ValidationError("Give the id of a thread or a message, or --file.") }
        if file != nil, mbox || patches || meaning.message {
            throw ValidationError("A file has one message: --mbox, --patches and --message are about threads.")
        }
        if [raw, mbox, patches].filter({ $0 }).count > 1 {
            throw ValidationError("Use either --raw, for one message, or --mbox or --patches, for a whole thread.")
        }
    }

    func run() async throws {
        if raw || mbox || patches { try Output.refuseTerminal() }
        if let file { return try await show(file: file) }
        let session = try options.openSession()
        let messages = try messages(session)
        guard let first = messages.first else {
            throw CommandFailure(message: "there is nothing with the id \(id)")
        }
        if patches {
            let series = try series(around: first, naming: messages.count == 1 ? first : nil, session)
            return try await printMbox(series, session)
        }
        if mbox { return try await printMbox(messages, session) }
        if raw {
            guard messages.count == 1 else { throw refusal(of: messages) }
            return try Output.bytes(
                try await telling { () async throws(SessionError) in try await session.rawMessage(first) })
        }
        var bodies: [MessageID: MessageBody] = [:]
        var failures: [SessionError] = []
        for message in messages {
            // Missing texts are requested from the server. If that fails, the snippet is shown, marked as such.
            do throws(SessionError) { bodies[message.id] = try await session.body(of: message) } catch {
                failures.append(error)
            }
        }
        var sources: [MessageID: ParsedMessage] = [:]
        if headers {
            for message in messages where message.remoteID != nil || message.isDraft {
                let bytes = try await telling { () async throws(SessionError) in try await session.rawMessage(message) }
                sources[message.id] = ParsedMessage.parse(bytes)
            }
        }
        let (seals, unopened) = await seals(of: messages, bodies, session, try options.settings())
        for (id, seal) in seals { if let body = seal.body { bodies[id] = body } }
        let named = await Self.named(messages, session)
        let (people, own) = (await session.knownPeople(), session.ownAddresses())
        if options.json {
            try printJSON(session, first.thread, named) { message, mailboxes in
                MessageJSON(
                    message, body: bodies[message.id], mailboxes: mailboxes, source: sources[message.id],
                    seal: seals[message.id]?.json, people: people, own: own,
                    disguises: session.disguisedFiles(of: message))
            }
        } else {
            for message in named {
                var shown = ShownMessage(
                    message: message, body: bodies[message.id], source: sources[message.id], seal: seals[message.id],
                    people: people, own: own)
                shown.verdict = await verdict(on: message, session)
                if shown.seal?.replaces(message) != true { shown.card = await card(in: message, session) }
                shown.disguises = session.disguisedFiles(of: message)
                shown.print()
            }
        }
        func words(_ count: Int) -> String { "\(Wording.number(count)) of \(Wording.number(messages.count))" }
        if let failure = unopened.first {
            throw CommandFailure(message: "\(words(unopened.count)) not decrypted: \(failure.words)")
        }
        if let failure = failures.first {
            throw CommandFailure(
                message: "\(words(failures.count)) texts can't be fetched now: \(Wording.sentence(failure))")
        }
    }

    /// Returns the seals of the messages, and why some were not decrypted.
    private func seals(
        of messages: [Message], _ bodies: [MessageID: MessageBody], _ session: MailSession, _ settings: Settings
    ) async -> ([MessageID: MessageSeal], [SealMemory.Failure]) {
        var seals: [MessageID: MessageSeal] = [:]
        var failures: [SealMemory.Failure] = []
        guard !settings.sealKinds.isEmpty else { return (seals, failures) }
        let memory = SealMemory(kinds: settings.sealKinds)
        for message in messages where !message.isDraft && message.remoteID != nil {
            do throws(SealMemory.Failure) {
                seals[message.id] = try await MessageSeal.of(
                    message, bodies[message.id], memory, decrypts: decrypt, terminal: Output.terminal
                ) { () async throws(SessionError) in try await session.rawMessage(message) }
            } catch {
                failures.append(error)
            }
        }
        return (seals, failures)
    }

    private func messages(_ session: MailSession) throws -> [Message] {
        let found: NamedMail
        do { found = try options.find(id, session, isMessage: raw || meaning.message) } catch {
            // A thread may have a single message.
            if raw, let thread = try? options.find(id, session) {
                found = thread
            } else if FileManager.default.fileExists(atPath: id) {
                throw CommandFailure(message: "\(id) is a file, not an id: `maraca show --file \(id)` shows it")
            } else {
                throw error
            }
        }
        return try telling { () throws(SessionError) in try session.messages(of: found) }
    }

    /// Returns the patches of a message's thread, all of them.
    private func series(around message: Message, naming named: Message?, _ session: MailSession) throws -> [Message] {
        let thread = try telling { () throws(SessionError) in try session.messages(of: message.thread) }
        let series = PatchSeries(thread, naming: named)
        guard !series.patches.isEmpty else { throw CommandFailure(message: "there is no patch in the thread of \(id)") }
        if let lack = series.lack {
            throw CommandFailure(message: "the thread of \(id) lacks \(lack); --mbox prints what is there")
        }
        if let newer = series.newer { Output.note("there is a newer version of these patches: v\(newer)") }
        return series.patches
    }

    private func printMbox(_ messages: [Message], _ session: MailSession) async throws {
        guard messages.contains(where: { !$0.isDraft }) else {
            throw CommandFailure(message: "\(id) is a draft, which was never sent; --raw shows it as it is")
        }
        try Output.bytes(
            try await telling { () async throws(SessionError) in try await Mbox.bytes(of: messages, session) })
    }

    /// Returns the error for several messages where only one is possible, with advice.
    private func refusal(of messages: [Message]) -> CommandFailure {
        let ids = messages.compactMap(\.remoteID?.rawValue)
        let named = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? " …" : "")
        return CommandFailure(
            message: "\(id) means \(Wording.number(messages.count)) messages, and --raw gives one: name it "
                + "(\(named)), or take all with --mbox", status: 2)
    }

    /// Returns the messages with the file names under which `save` stores their files.
    private static func named(_ messages: [Message], _ session: MailSession) async -> [Message] {
        var named = messages
        var first = 1
        for index in named.indices {
            named[index].files = await session.namedFiles(of: messages[index], from: first)
            first += named[index].files.count
        }
        return named
    }

    private func printJSON(
        _ session: MailSession, _ id: ThreadID, _ messages: [Message], _ json: (Message, [Mailbox]) -> MessageJSON
    ) throws {
        let mailboxes = (try? session.mailboxes()) ?? []
        guard let thread = try? session.thread(id) else { throw CommandFailure(message: "the thread is gone") }
        let address = try session.knownAccounts().first { $0.id == thread.account }?.address ?? ""
        try Output.json(
            ThreadJSON(
                thread, account: address, mailboxes: mailboxes, messages: messages.map { json($0, mailboxes) },
                lastMessage: ThreadJSON.lastMessage(of: messages)))
    }

    /// Returns what the user's own server says about the sender, if the settings name it (H-6); nil also if it cannot be asked now.
    private func verdict(on message: Message, _ session: MailSession) async -> AuthenticationResults.Verdict? {
        guard !message.isDraft,
            let account = (try? session.knownAccounts())?.first(where: { $0.id == message.account }),
            let servers = try? options.settings().authenticationServers,
            let server = Settings.server(vouchingFor: account.address, among: servers),
            let headers = try? await session.authenticationHeaders(of: message)
        else { return nil }
        return AuthenticationResults.verdict(headers, server: server, from: message.from)
    }

    /// Returns the contents of a file that is shown with the text of its message; nil also if it is not available now.
    private func card(in message: Message, _ session: MailSession) async -> StyledText? {
        guard let file = message.cardFile, let bytes = try? await session.download(file, of: message) else {
            return nil
        }
        return FileText.read(
            bytes, type: file.contentType, name: file.fileName, charset: file.charset, zone: .current)
    }
}

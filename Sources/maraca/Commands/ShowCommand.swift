import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct ShowCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a thread, or a message as it was sent.")

    @OptionGroup var options: GlobalOptions

    @Flag(help: "The bytes of one message as it was sent.")
    var raw = false

    @Flag(help: "All headers of each message, asked of the server.")
    var headers = false

    @Flag(help: "Decrypt what is encrypted (OpenPGP), with your gpg.")
    var decrypt = false

    @OptionGroup var meaning: IDMeaning

    @Argument(help: "The server's id of a thread or a message, or what writing a draft printed.")
    var id: String

    func run() async throws {
        if raw { try Output.refuseTerminal() }
        let session = try options.openSession()
        let messages = try await messages(session)
        guard let first = messages.first else {
            throw CommandFailure(
                message: raw ? "\(id) is no message; --raw needs the id of one" : "there is nothing with the id \(id)")
        }
        if raw {
            return try Output.bytes(
                try await telling { () async throws(SessionError) in try await session.rawMessage(first) })
        }
        var bodies: [MessageID: MessageBody] = [:]
        var failures: [SessionError] = []
        for message in messages {
            // What is not here yet is asked of the server; without it the snippet is shown, as what it is.
            do throws(SessionError) { bodies[message.id] = try await session.body(of: message) } catch {
                failures.append(error)
            }
        }
        var sources: [MessageID: ParsedMessage] = [:]
        if headers {
            for message in messages where message.remoteID != nil {
                let bytes = try await telling { () async throws(SessionError) in try await session.rawMessage(message) }
                sources[message.id] = ParsedMessage.parse(bytes)
            }
        }
        let (seals, unopened) = await seals(of: messages, bodies, session, try options.settings())
        for (id, seal) in seals { if let body = seal.body { bodies[id] = body } }
        let named = await Self.named(messages, session)
        if options.json {
            try printJSON(session, first.thread, named, bodies, sources, seals)
        } else {
            for message in named {
                Self.print(message, bodies[message.id], sources[message.id], seals[message.id])
            }
        }
        if let failure = unopened.first {
            throw CommandFailure(message: "\(unopened.count) of \(messages.count) not decrypted: \(failure.words)")
        }
        if let failure = failures.first {
            throw CommandFailure(
                message: "\(failures.count) of \(messages.count) texts cannot be had now: \(Wording.sentence(failure))")
        }
    }

    /// What OpenPGP says of the messages, and why some were not decrypted.
    private func seals(
        of messages: [Message], _ bodies: [MessageID: MessageBody], _ session: MailSession, _ settings: Settings
    ) async -> ([MessageID: MessageSeal], [SealMemory.Failure]) {
        var seals: [MessageID: MessageSeal] = [:]
        var failures: [SealMemory.Failure] = []
        guard settings.openpgp != .off else { return (seals, failures) }
        let memory = SealMemory()
        for message in messages {
            do throws(SealMemory.Failure) {
                seals[message.id] = try await MessageSeal.of(
                    message, bodies[message.id], session, memory, decrypts: decrypt, terminal: Output.terminal)
            } catch {
                failures.append(error)
            }
        }
        return (seals, failures)
    }

    private func messages(_ session: MailSession) async throws -> [Message] {
        let found: NamedMail
        do { found = try options.find(id, session, isMessage: raw || meaning.message) } catch  where raw {
            // What is a thread is something, but no one message.
            guard (try? options.find(id, session)) != nil else { throw error }
            return []
        }
        return try await telling { () throws(SessionError) in try session.messages(of: found) }
    }

    /// The messages, each file of them with the name under which `save` keeps it.
    private static func named(_ messages: [Message], _ session: MailSession) async -> [Message] {
        var named = messages
        var number = 0
        for index in named.indices {
            for place in named[index].files.indices {
                number += 1
                let file = named[index].files[place]
                guard SafeFileName.isNameless(file) else { continue }
                let looksInside = SafeFileName.isNamelessMail(file) && file.size <= largestNamed
                let start = looksInside ? try? await session.download(file, of: messages[index]) : nil
                named[index].files[place].fileName = SafeFileName.of(file, number: number, start: start ?? [])
            }
        }
        return named
    }

    /// Bytes of an attached mail that is fetched only to learn what it is called.
    private static let largestNamed = 1 << 20

    private func printJSON(
        _ session: MailSession, _ id: ThreadID, _ messages: [Message], _ bodies: [MessageID: MessageBody],
        _ sources: [MessageID: ParsedMessage], _ seals: [MessageID: MessageSeal]
    ) throws {
        let mailboxes = (try? session.mailboxes()) ?? []
        guard let thread = try? session.thread(id) else { throw CommandFailure(message: "the thread is gone") }
        let address = try session.knownAccounts().first { $0.id == thread.account }?.address ?? ""
        try Output.json(
            ThreadJSON(
                thread, account: address, mailboxes: mailboxes,
                messages: messages.map {
                    MessageJSON(
                        $0, body: bodies[$0.id], mailboxes: mailboxes, source: sources[$0.id],
                        seal: seals[$0.id]?.json)
                }, lastMessage: ThreadJSON.lastMessage(of: messages)))
    }

    private static func print(_ message: Message, _ body: MessageBody?, _ source: ParsedMessage?, _ seal: MessageSeal?)
    {
        func names(_ addresses: [MailAddress]) -> String {
            Output.clean(
                addresses.map { $0.name.isEmpty ? $0.email : "\($0.name) <\($0.email)>" }.joined(separator: ", "))
        }
        if let source {
            for header in source.headers { Output.line("\(Output.clean(header.name)): \(Output.clean(header.value))") }
        } else {
            Output.line("From: \(names(message.from))")
            Output.line("To: \(names(message.to))")
            if !message.cc.isEmpty { Output.line("Cc: \(names(message.cc))") }
            Output.line("Date: \(message.receivedAt.formatted(.iso8601))")
            Output.line("Subject: \(Output.clean(message.subject))")
        }
        for file in message.files {
            Output.line("File: \(Output.clean(file.fileName)) (\(file.contentType), \(FileSize.text(file.size)))")
        }
        for line in seal?.lines ?? [] { Output.line("OpenPGP: \(line)") }
        Output.line("")
        if body == nil { Output.line("[The text is not here. It begins:]") }
        Output.text(body.map(BodyText.forReading) ?? message.snippet)
        Output.line("")
    }
}

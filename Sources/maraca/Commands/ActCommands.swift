import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

/// A command that does something to threads or messages: it queues, and `sync` or the running client sends.
protocol ActCommand: AsyncParsableCommand {
    var options: GlobalOptions { get }
    var ids: [String] { get }
    static var action: Action.Command { get }
}

extension ActCommand {
    func run() async throws { try await act(Self.action, target: { _ in nil }) }

    func act(_ command: Action.Command, target: (AccountID) throws -> MailboxID?) async throws {
        let session = try options.openSession()
        let found = try ids.map { try options.find($0, session) }
        for item in found {
            let deed: Deed?
            if let thread = item.threads.first {
                let mailbox = try (try? session.thread(thread)).flatMap { try target($0.account) }
                deed = try await telling { () async throws(SessionError) in
                    try await session.perform(command, on: [thread], target: mailbox)
                }
            } else {
                let mailbox = try item.messages.first.flatMap { try? session.message($0) }.flatMap {
                    try target($0.account)
                }
                deed = try await telling { () async throws(SessionError) in
                    try await session.perform(command, onMessages: item.messages, target: mailbox)
                }
            }
            if options.verbose, deed == nil { Output.note("nothing to change") }
        }
    }
}

struct ShakeCommand: ActCommand {
    static let configuration = CommandConfiguration(commandName: "shake", abstract: "Mark as read.")
    static let action = Action.Command.shake
    @OptionGroup var options: GlobalOptions
    @Argument(help: "Ids of threads or messages.") var ids: [String]
}

struct ArchiveCommand: ActCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Move out of the inbox into the archive.")
    static let action = Action.Command.archive
    @OptionGroup var options: GlobalOptions
    @Argument(help: "Ids of threads or messages.") var ids: [String]
}

struct TrashCommand: ActCommand {
    static let configuration = CommandConfiguration(commandName: "trash", abstract: "Move to the trash.")
    static let action = Action.Command.trash
    @OptionGroup var options: GlobalOptions
    @Argument(help: "Ids of threads or messages.") var ids: [String]
}

struct StarCommand: ActCommand {
    static let configuration = CommandConfiguration(commandName: "star", abstract: "Put a star on it.")
    static let action = Action.Command.star
    @OptionGroup var options: GlobalOptions
    @Argument(help: "Ids of threads or messages.") var ids: [String]
}

struct UnreadCommand: ActCommand {
    static let configuration = CommandConfiguration(commandName: "unread", abstract: "Mark as unread.")
    static let action = Action.Command.unread
    @OptionGroup var options: GlobalOptions
    @Argument(help: "Ids of threads or messages.") var ids: [String]
}

struct MoveCommand: ActCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Move to a mailbox.")
    static let action = Action.Command.move
    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("Its name, or what it is for: inbox, archive, trash …", valueName: "mailbox")) var to:
        String
    @Argument(help: "Ids of threads or messages.") var ids: [String]

    func run() async throws {
        let session = try options.openSession()
        let mailboxes = try await telling { () throws(SessionError) in try session.mailboxes() }
        let name = to
        let role = name.lowercased() == "spam" ? .junk : MailboxRole(rawValue: name.lowercased())
        try await act(.move) { account in
            let own = mailboxes.filter { $0.account == account }
            guard
                let found = own.first(where: { $0.role != nil && $0.role == role })
                    ?? own.first(where: { $0.isNamed(name) })
            else {
                let known = own.map(\.name).joined(separator: ", ")
                throw CommandFailure(message: "there is no mailbox “\(name)”; there are \(known)")
            }
            return found.id
        }
    }
}

import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

/// Does something to threads or messages: it queues, and `sync` or the running client sends.
protocol ActCommand: AsyncParsableCommand {
    static var action: Action.Command { get }
    static var abstract: String { get }
    var what: ActArguments { get }
    func target(in account: AccountID, _ session: MailSession) throws -> MailboxID?
    /// What is done, and when that is to count, where it depends on what was said.
    func order() throws -> (command: Action.Command, date: Date?)
}

struct ActArguments: ParsableArguments {
    @OptionGroup var options: GlobalOptions
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "Ids of threads or messages.") var ids: [String]
}

extension ActCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: action.rawValue, abstract: abstract)
    }

    func target(in account: AccountID, _ session: MailSession) throws -> MailboxID? { nil }

    func order() throws -> (command: Action.Command, date: Date?) { (Self.action, nil) }

    func run() async throws {
        let order = try order()
        let (command, date) = (order.command, order.date)
        let session = try what.options.openSession()
        let parts = try what.ids.map { id in
            let found = try what.options.find(id, session, isMessage: what.meaning.message, orOwn: false)
            return DeedPart(
                threads: Array(found.threads.prefix(1)), messages: found.messages,
                target: try account(of: found, session).flatMap { try target(in: $0, session) })
        }
        // All of it at once: it is taken back so, too.
        let deed = try await telling { () async throws(SessionError) in
            try await session.perform(command, on: parts, date: date)
        }
        for mailbox in deed?.mailboxes ?? [] { Output.note("made the mailbox “\(mailbox)” for it") }
        if what.options.verbose, deed == nil { Output.note("nothing to change") }
        if command == .snooze, let date { Output.note("until \(GivenTime.words(date))") }
    }
}

extension ActCommand {
    private func account(of found: NamedMail, _ session: MailSession) throws -> AccountID? {
        do throws(SessionError) { return try session.messages(of: found).first?.account } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }
}

struct ShakeCommand: ActCommand {
    static let action = Action.Command.shake
    static let abstract = "Mark as read."
    @OptionGroup var what: ActArguments
}

struct ArchiveCommand: ActCommand {
    static let action = Action.Command.archive
    static let abstract = "Move out of the inbox into the archive."
    @OptionGroup var what: ActArguments
}

struct TrashCommand: ActCommand {
    static let action = Action.Command.trash
    static let abstract = "Move to the trash."
    @OptionGroup var what: ActArguments
}

struct StarCommand: ActCommand {
    static let action = Action.Command.star
    static let abstract = "Put a star on it."
    @OptionGroup var what: ActArguments
}

struct UnreadCommand: ActCommand {
    static let action = Action.Command.unread
    static let abstract = "Mark as unread."
    @OptionGroup var what: ActArguments
}

/// A mailbox by its name, of the account that the mail is in or of another.
struct MailboxArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Its name, or what it is for: inbox, archive, trash …", valueName: "mailbox")) var to:
        String

    @Option(
        help: ArgumentHelp(
            "The account that the mailbox is in, when it is another: an address.", valueName: "address"))
    var toAccount: String?

    func target(in account: AccountID, _ session: MailSession) throws -> MailboxID {
        let account = try toAccount.map { try Self.account($0, session) } ?? account
        let own = ((try? session.mailboxes()) ?? []).filter { $0.account == account }
        let role = to.lowercased() == "spam" ? .junk : MailboxRole(rawValue: to.lowercased())
        let named = own.filter { $0.isNamed(to) }
        let whole =
            own.first { $0.role != nil && $0.role == role } ?? named.first { $0.name.lowercased() == to.lowercased() }
        if whole == nil, named.count > 1 {
            let names = named.map { Output.clean($0.name) }.joined(separator: ", ")
            throw CommandFailure(message: "which one? There are \(names)", status: 2)
        }
        guard let found = whole ?? named.first else {
            let known = own.map { Wording.name(of: $0) }.joined(separator: ", ")
            throw CommandFailure(message: "there is no mailbox “\(to)”; there are \(known)")
        }
        return found.id
    }

    private static func account(_ address: String, _ session: MailSession) throws -> AccountID {
        let accounts = (try? session.accounts()) ?? []
        if let found = accounts.first(where: { $0.address.lowercased() == address.lowercased() }) { return found.id }
        let known = accounts.map(\.address).joined(separator: ", ")
        throw CommandFailure(message: "there is no account “\(address)”; there are \(known)")
    }
}

struct MoveCommand: ActCommand {
    static let action = Action.Command.move
    static let abstract = "Move to a mailbox."
    @OptionGroup var what: ActArguments
    @OptionGroup var place: MailboxArguments

    func target(in account: AccountID, _ session: MailSession) throws -> MailboxID? {
        try place.target(in: account, session)
    }
}

struct CopyCommand: ActCommand {
    static let action = Action.Command.copy
    static let abstract = "Copy to a mailbox of another account; with labels, to another one of its own, too."
    @OptionGroup var what: ActArguments
    @OptionGroup var place: MailboxArguments

    func target(in account: AccountID, _ session: MailSession) throws -> MailboxID? {
        try place.target(in: account, session)
    }
}

struct SnoozeCommand: ActCommand {
    static let action = Action.Command.snooze
    static let abstract = "Take out of the inbox until a time; the time is kept here."
    @OptionGroup var what: ActArguments
    @Option(
        help: ArgumentHelp(
            "When it comes back: “tomorrow 8”, “mon”, “in 3 hours”; “now” ends a snooze.", valueName: "time"))
    var until: String

    func order() throws -> (command: Action.Command, date: Date?) {
        let now = Date()
        if until.lowercased() == "now" { return (.wake, now) }
        return (.snooze, try GivenTime.read(until, now: now))
    }
}

struct ReplyLaterCommand: ActCommand {
    static let action = Action.Command.replyLater
    static let abstract = "Put aside for a reply; one that is sent from the thread ends it."
    static let configuration = CommandConfiguration(commandName: "reply-later", abstract: abstract)
    @OptionGroup var what: ActArguments
    @Flag(help: "Put aside no longer.") var done = false

    func order() throws -> (command: Action.Command, date: Date?) { (done ? .replied : .replyLater, nil) }
}

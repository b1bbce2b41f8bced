import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

/// Performs an action on threads or messages. It is queued, and sent by `sync` or the running client.
protocol ActCommand: AsyncParsableCommand {
    static var action: Action.Command { get }
    static var name: String { get }
    static var abstract: String { get }
    var what: ActArguments { get }
    /// Returns the parts of the action for mail of one account.
    func parts(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> [DeedPart]
    /// Returns the action and the time that it is for, if these depend on the arguments.
    func order() throws -> (command: Action.Command, date: Date?)
}

struct ActArguments: ParsableArguments {
    @OptionGroup var options: GlobalOptions
    @OptionGroup var meaning: IDMeaning
    @Option(
        help: ArgumentHelp(
            "Instead of ids: every thread that a query finds, as `list` lists them.", valueName: "query"))
    var matching: String?
    @Argument(help: "Ids of threads or messages, or Message-IDs.") var ids: [String] = []

    fileprivate typealias Named = (account: AccountID?, mail: DeedPart)

    func validate() throws {
        guard matching == nil || ids.isEmpty && !meaning.message else {
            // Words behind a query that lacks its quotes.
            let stray = ids.first.map {
                ": “\(Output.clean($0))” was taken for an id. A query of several words needs quotes"
            }
            throw ValidationError("Use either ids or --matching\(stray ?? "").")
        }
        if let matching, matching.allSatisfy(\.isWhitespace) {
            throw ValidationError("--matching is empty, which would mean all mail.")
        }
        guard matching != nil || !ids.isEmpty else {
            throw ValidationError("Name the mail: ids, or --matching with a query.")
        }
    }

    /// Returns the named mail by account.
    /// - Parameter leavingDrafts: the name of the command, if it leaves drafts as they are.
    fileprivate func mail(_ session: MailSession, leavingDrafts: String?) throws -> [Named] {
        guard let matching else { return try named(session, leavingDrafts) }
        try options.noteNothingFetched(session)
        let predicate = try options.predicate([matching], session, isExact: true)
        let threads = try telling { () throws(SessionError) in try session.threads(predicate, limit: -1) }
        return Dictionary(grouping: threads, by: \.account).sorted { $0.key < $1.key }
            .map { ($0, DeedPart(threads: $1.map(\.id))) }
    }

    /// Returns the mail that the ids name, threads and messages apart: one action per account.
    private func named(_ session: MailSession, _ leavingDrafts: String?) throws -> [Named] {
        var named: [Named] = []
        for id in ids {
            let found = try options.find(
                id, session, isMessage: meaning.message, orOwn: false, leavingDrafts: leavingDrafts)
            let account = try telling { () throws(SessionError) in try session.messages(of: found) }.first?.account
            let threads = Array(found.threads.prefix(1))
            let place = named.firstIndex { $0.account == account && $0.mail.threads.isEmpty == threads.isEmpty }
            if let place {
                // A repeated id counts once.
                let known = named[place].mail
                named[place].mail.threads += threads.filter { !known.threads.contains($0) }
                named[place].mail.messages += found.messages.filter { !known.messages.contains($0) }
            } else {
                named.append((account, DeedPart(threads: threads, messages: found.messages)))
            }
        }
        return named
    }
}

extension ActCommand {
    static var name: String { action.rawValue }

    static var configuration: CommandConfiguration { CommandConfiguration(commandName: name, abstract: abstract) }

    func parts(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> [DeedPart] { [mail] }

    func order() throws -> (command: Action.Command, date: Date?) { (Self.action, nil) }

    func run() async throws {
        let order = try order()
        let (command, date) = (order.command, order.date)
        let session = try what.options.openSession()
        let mail = try what.mail(session, leavingDrafts: command.takesDrafts ? nil : Self.name)
        let parts = try mail.flatMap { part in
            try part.account.map { try self.parts(part.mail, in: $0, session) } ?? [part.mail]
        }
        // In one action, so that it can also be undone as one.
        let deed = try await telling { () async throws(SessionError) in
            try await session.perform(command, on: parts, date: date)
        }
        for mailbox in deed?.mailboxes ?? [] { Output.note("created the mailbox “\(mailbox)” for it") }
        if what.matching != nil {
            let found = Set(parts.flatMap(\.threads)).count
            let changed = deed?.threadCount ?? 0
            Output.note("\(Wording.count(found, "thread")) found, \(Wording.number(changed)) changed")
        } else if what.options.verbose, deed == nil {
            Output.note("nothing to change")
        }
        if let deed, let date = OutgoingMail.departure(despite: deed, in: session, now: Date()) {
            Output.note("your message still leaves \(GivenTime.words(date)); `maraca outbox discard` takes it back")
        }
        if command == .snooze, let date, deed != nil { Output.note("until \(GivenTime.words(date))") }
        try refuseDrafts(command, parts, session)
    }

    /// Throws if an id names only drafts, which the command leaves alone. The rest is done by then.
    private func refuseDrafts(_ command: Action.Command, _ parts: [DeedPart], _ session: MailSession) throws {
        guard what.matching == nil, !command.takesDrafts else { return }
        let named = parts.flatMap { part in
            part.messages.isEmpty
                ? part.threads.map { NamedMail(threads: [$0]) } : part.messages.map { NamedMail(messages: [$0]) }
        }
        let drafts = try named.compactMap { mail -> Message? in
            let messages = try telling { () throws(SessionError) in try session.messages(of: mail) }
            return messages.allSatisfy(\.isDraft) ? messages.first : nil
        }
        guard let draft = drafts.first else { return }
        let id = draft.remoteID?.rawValue ?? draft.id.description
        throw CommandFailure.draft(id, staysWith: Self.name)
    }
}

extension Action.Command {
    /// Whether a command on mail also changes drafts, or finds them as it would leave them: a draft is never unread.
    fileprivate var takesDrafts: Bool {
        [.star, .unstar, .mark, .unmark, .replied, .wake, .shake].contains(self)
    }
}

struct ShakeCommand: ActCommand {
    static let action = Action.Command.shake
    static let abstract = "Mark as read."
    @OptionGroup var what: ActArguments
}

struct UnreadCommand: ActCommand {
    static let action = Action.Command.unread
    static let abstract = "Mark as unread."
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

struct JunkCommand: ActCommand {
    static let action = Action.Command.junk
    static let abstract = "Move to junk, and mark it as junk if the server keeps such marks."
    @OptionGroup var what: ActArguments
}

struct NotJunkCommand: ActCommand {
    static let action = Action.Command.notJunk
    static let name = "not-junk"
    static let abstract = "Move out of junk, back to the inbox."
    @OptionGroup var what: ActArguments
}

struct StarCommand: ActCommand {
    static let action = Action.Command.star
    static let abstract = "Star it."
    @OptionGroup var what: ActArguments
}

struct UnstarCommand: ActCommand {
    static let action = Action.Command.unstar
    static let abstract = "Remove its stars."
    @OptionGroup var what: ActArguments
}

struct MuteCommand: ActCommand {
    static let action = Action.Command.mute
    static let abstract = "Mute a thread: later replies are archived as they arrive, unless they name you."
    @OptionGroup var what: ActArguments
}

struct UnmuteCommand: ActCommand {
    static let action = Action.Command.unmute
    static let abstract = "Unmute a thread."
    @OptionGroup var what: ActArguments
}

struct SnoozeCommand: ActCommand {
    static let action = Action.Command.snooze
    static let abstract = "Take out of the inbox until a time, which is kept on this machine only."
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
    static let name = "reply-later"
    static let abstract = "Set aside to reply later; sending a reply ends it."
    @OptionGroup var what: ActArguments
    @Flag(help: "No longer set aside.") var done = false

    func order() throws -> (command: Action.Command, date: Date?) { (done ? .replied : .replyLater, nil) }
}

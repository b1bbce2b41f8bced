import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

struct MailboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mailbox", abstract: "List, create, rename, delete and share folders and labels.",
        discussion: """
            Changes are queued, and sent by `sync` or the running client; sharing is done at once. Names include all levels: \
            “Projects/Alpha”.
            """,
        subcommands: [
            ListMailboxes.self, CreateMailbox.self, RenameMailbox.self, DeleteMailbox.self, ShareMailbox.self,
        ],
        defaultSubcommand: ListMailboxes.self)
}

private struct ListMailboxes: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the mailboxes: the name, a tab, how many threads are unread, a tab, how many there are.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let session = try options.openSession()
        try options.noteNothingFetched(session)
        let accounts = try options.chosenAccounts(session)
        let all = try telling { () throws(SessionError) in try session.mailboxes() }
        let listed = accounts.map { account in
            (account, ListMailboxes.inOrder(all.filter { $0.account == account.id }))
        }
        if options.json {
            return try Output.json(
                listed.flatMap { own in own.1.map { CountedMailboxJSON($0, account: own.0.address) } })
        }
        for (account, mailboxes) in listed {
            // With several accounts, each line names its account.
            let owner = accounts.count > 1 ? [account.address] : []
            for mailbox in mailboxes {
                Output.columns(
                    [Wording.name(of: mailbox), "\(mailbox.unreadThreadCount)", "\(mailbox.threadCount)"] + owner)
            }
        }
    }

    /// The order of the drawer: mailboxes with a role first, then the user's own.
    private static func inOrder(_ mailboxes: [Mailbox]) -> [Mailbox] {
        MailboxRole.allCases.flatMap { role in mailboxes.filter { $0.role == role } }
            + Mailbox.inOrder(mailboxes.filter { $0.role == nil })
    }
}

/// A mailbox with its counts as JSON, with the names of the Inbox API.
private struct CountedMailboxJSON: Encodable {
    var id: String?
    var object = "folder"
    var account: String
    var name: String?
    var display_name: String
    var threads: Int
    var unread_threads: Int

    init(_ mailbox: Mailbox, account: String) {
        self.account = account
        id = mailbox.remoteID?.rawValue
        name = mailbox.role.map { $0 == .junk ? "spam" : $0.rawValue }
        display_name = mailbox.name
        threads = mailbox.threadCount
        unread_threads = mailbox.unreadThreadCount
    }
}

private struct CreateMailbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Create a mailbox.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "Its name; “/” puts it below another one.") var name: String

    func run() async throws {
        let session = try options.openSession()
        let account = try options.onlyAccount(session)
        try options.checkName(name, account: account.id, session)
        _ = try await telling { () async throws(SessionError) in
            try await session.createMailbox(named: name, account: account.id)
        }
    }
}

private struct RenameMailbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a mailbox, or move it below another one by giving all levels of its new name.",
        discussion: "Mailboxes below it go along.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "Its name.", completion: Completing.ownMailboxes) var name: String
    @Argument(help: ArgumentHelp("Its new name.", valueName: "new-name")) var new: String

    func run() async throws {
        let session = try options.openSession()
        let mailbox = try options.ownMailbox(named: name, session)
        try options.checkName(new, account: mailbox.account, renamed: mailbox, session)
        let mentions = MailboxMentions((try? session.mailboxes()) ?? [], renaming: mailbox, to: new)
        try await telling { () async throws(SessionError) in try await session.renameMailbox(mailbox.id, to: new) }
        let rest = mentions.words(try options.settings())
        if !rest.isEmpty { Output.note(rest) }
    }
}

private struct DeleteMailbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a mailbox; if it holds mail, only with --to-trash.",
        discussion:
            "The mailbox can't be restored. A label on an Inbox API server is only removed from its mail, which always stays."
    )

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Move mail that is nowhere else to the trash first.") var toTrash = false
    @Argument(help: "Its name.", completion: Completing.ownMailboxes) var name: String

    func run() async throws {
        let session = try options.openSession()
        let mailbox = try options.ownMailbox(named: name, session)
        do throws(SessionError) {
            try await session.deleteMailbox(mailbox.id, emptiesFirst: toTrash)
        } catch .action(.notEmpty) where !toTrash {
            let contents = try session.contents(of: mailbox.id)
            let count = Wording.count(contents.messages, "message")
            let advice =
                contents.onlyThere == 0
                ? "all of it in other mailboxes, too: --to-trash deletes only the mailbox"
                : "\(Wording.number(contents.onlyThere)) of them in no other mailbox: move them first, or give --to-trash"
            throw CommandFailure(message: "\(Output.clean(mailbox.name)) holds \(count), \(advice)")
        } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }
}

extension GlobalOptions {
    /// Returns the account, if only one can be meant.
    func onlyAccount(_ session: MailSession) throws -> Account {
        let accounts = try chosenAccounts(session)
        guard let account = accounts.first else {
            throw CommandFailure.noAccount
        }
        guard accounts.count == 1 else {
            throw CommandFailure(message: "name one account with --account", status: 2)
        }
        return account
    }

    /// Throws if the server would refuse a name, such as one that is nested too deeply, which it would do only at the next sync.
    fileprivate func checkName(
        _ name: String, account: AccountID, renamed: Mailbox? = nil, _ session: MailSession
    ) throws {
        let all = (try? session.mailboxes()) ?? []
        let names = MailboxNames(all, account: account, renamed: renamed, depth: session.mailboxDepth(of: account))
        guard let problem = names.problem(with: name) else { return }
        throw CommandFailure(message: "“\(Output.clean(name))”: \(problem)")
    }

    /// Returns one of the user's own mailboxes by name, ignoring case.
    fileprivate func ownMailbox(named name: String, _ session: MailSession) throws -> Mailbox {
        let account = try onlyAccount(session)
        let all = ((try? session.mailboxes()) ?? []).filter { $0.account == account.id }
        let named = all.filter { $0.role == nil && $0.isNamed(name) }
        if let own = named.first(where: { $0.name.lowercased() == name.lowercased() }) { return own }
        if named.count > 1 { throw CommandFailure.ambiguous(named) }
        if let own = named.first { return own }
        if let fixed = all.first(where: { $0.isNamed(name) }) {
            throw CommandFailure(
                message: "\(Wording.name(of: fixed)) can't be changed: every account has one", status: 2)
        }
        let known = all.filter { $0.role == nil }.map(\.name).joined(separator: ", ")
        let words = known.isEmpty ? "there are none of your own" : "there are \(Output.clean(known))"
        throw CommandFailure(message: "there is no mailbox “\(Output.clean(name))”; \(words)")
    }
}

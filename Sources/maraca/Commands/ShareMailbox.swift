import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

struct ShareMailbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Print who a mailbox is shared with, add somebody, or remove them.",
        discussion:
            "On JMAP servers that share mailboxes; changes apply at once. Prints a name, a tab, and what they may do. read: \(Wording.meaning(of: .read)); write: \(Wording.meaning(of: .write)); manage: \(Wording.meaning(of: .manage))."
    )

    enum Rights: String, ExpressibleByArgument, CaseIterable {
        case read, write, manage

        var level: ShareLevel {
            switch self {
            case .read: .read
            case .write: .write
            case .manage: .manage
            }
        }
    }

    @OptionGroup var options: GlobalOptions

    @Argument(help: "Its name.", completion: Completing.mailboxes)
    var name: String

    @Option(help: ArgumentHelp("Who to share with: a name, an address, or what they sign in with.", valueName: "who"))
    var with: String?

    @Option(help: "What they may do: read, write or manage.")
    var rights: Rights?

    @Flag(help: "Stop sharing it with them.")
    var stop = false

    func validate() throws {
        if with == nil, rights != nil || stop {
            throw ValidationError("--rights and --stop are about somebody: name them with --with.")
        }
        if with != nil, (rights != nil) == stop {
            throw ValidationError("--with needs what they may do, --rights read, write or manage, or --stop.")
        }
    }

    func run() async throws {
        let session = try options.openSession()
        let mailbox = try MailboxArguments.mailbox(name, in: options.onlyAccount(session).id, session)
        let sharing = try await telling(in: Wording.sharing) { () async throws(SessionError) in
            try await session.sharing(of: mailbox)
        }
        guard let with else { return try show(sharing) }
        guard sharing.mayShare else { throw CommandFailure(message: Wording.mayNotShare(mailbox)) }
        var found = sharing.principal(called: with)
        if found == nil {
            found = try await telling(in: Wording.sharing) { () async throws(SessionError) in
                try await session.principal(called: with, of: mailbox.account)
            }
        }
        guard let principal = found else { throw CommandFailure(message: Wording.nobody(called: with)) }
        if stop, !sharing.shares.contains(where: { $0.principal.id == principal.id }) {
            let (place, who) = (Wording.name(of: mailbox), Output.clean(with))
            throw CommandFailure(message: "\(place) is not shared with \(who)")
        }
        try await telling(in: Wording.sharing) { () async throws(SessionError) in
            _ = try await session.share(mailbox, with: principal, level: rights?.level)
        }
    }

    /// A principal with access to a mailbox, as JSON.
    private struct Shown: Encodable {
        var id: String
        var name, email: String?
        var rights: String?
        var more: Bool

        init(_ share: MailboxShare) {
            id = share.principal.id
            name = share.principal.name.isEmpty ? nil : share.principal.name
            email = share.principal.email.isEmpty ? nil : share.principal.email
            rights = share.level?.rawValue
            more = share.hasMore
        }
    }

    private func show(_ sharing: MailboxSharing) throws {
        if options.json { return try Output.json(sharing.shares.map { Shown($0) }) }
        for share in sharing.shares {
            let address = share.principal.email
            Output.columns([address.isEmpty ? Wording.name(of: share.principal) : address, Wording.rights(of: share)])
        }
    }
}

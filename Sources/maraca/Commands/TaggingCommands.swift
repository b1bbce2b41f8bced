import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

/// The names to put on mail and to take off.
struct NamesArguments: ParsableArguments {
    @Option(help: ArgumentHelp("A name to add; may be repeated.", valueName: "name"), completion: Completing.names)
    var add: [String] = []
    @Option(help: ArgumentHelp("A name to remove; may be repeated.", valueName: "name"), completion: Completing.names)
    var remove: [String] = []

    func validate() throws {
        guard !add.isEmpty || !remove.isEmpty else { throw ValidationError("Use --add or --remove with a name.") }
        if let both = add.first(where: remove.contains) {
            throw ValidationError("“\(both)” can't be both added and removed.")
        }
    }
}

struct TagCommand: ActCommand {
    static let action = Action.Command.mark
    static let name = "tag"
    static let abstract = "Add or remove tags: keywords of your own, which JMAP and IMAP servers keep."
    @OptionGroup var what: ActArguments
    @OptionGroup var names: NamesArguments

    func parts(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> [DeedPart] {
        guard let owner = try session.knownAccounts().first(where: { $0.id == account }), owner.keepsTags else {
            throw CommandFailure(
                message: "the server of this mail can't keep tags; try `maraca label` or `maraca move`")
        }
        return try names.add.map { try tagged(mail, $0, .mark) } + names.remove.map { try tagged(mail, $0, .unmark) }
    }

    private func tagged(_ mail: DeedPart, _ name: String, _ command: Action.Command) throws -> DeedPart {
        let tag = Keyword(name.hasPrefix("#") ? String(name.dropFirst()) : name)
        guard tag.isValid, tag.isTag else {
            throw CommandFailure(
                message:
                    "“\(Output.clean(name))” can't be a tag: use plain letters, digits and signs, no spaces, and none of the standard keywords",
                status: 2)
        }
        var mail = mail
        (mail.keyword, mail.command) = (tag, command)
        return mail
    }
}

struct LabelCommand: ActCommand {
    static let action = Action.Command.label
    static let abstract = "Add or remove labels, if the account has labels; `mailbox create` creates one."
    @OptionGroup var what: ActArguments
    @OptionGroup var names: NamesArguments

    func parts(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> [DeedPart] {
        func labelled(_ name: String, _ command: Action.Command) throws -> DeedPart {
            var mail = mail
            (mail.target, mail.command) = (try MailboxArguments.mailbox(name, in: account, session).id, command)
            return mail
        }
        return try names.add.map { try labelled($0, .label) } + names.remove.map { try labelled($0, .unlabel) }
    }
}

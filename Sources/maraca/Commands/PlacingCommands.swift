import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

/// A mailbox by name, of the mail's account or of another one.
struct MailboxArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mailbox: its name, or its role, such as inbox, archive or trash.", valueName: "mailbox"),
        completion: Completing.mailboxes)
    var to: String

    @Option(
        help: ArgumentHelp(
            "The address of the mailbox's account, if it is another one.", valueName: "address"),
        completion: Completing.accounts)
    var toAccount: String?

    /// Returns mail of an account with its target mailbox.
    func placing(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> DeedPart {
        let owner = try toAccount.map { try Self.account($0, session) } ?? account
        var mail = mail
        mail.target = try Self.mailbox(to, in: owner, session).id
        return mail
    }

    /// - Parameter to: the name, an unambiguous part of it, or the role.
    static func mailbox(_ to: String, in account: AccountID, _ session: MailSession) throws -> Mailbox {
        let own = ((try? session.mailboxes()) ?? []).filter { $0.account == account }
        let meant = own.meant(by: to)
        if meant.count > 1 { throw CommandFailure.ambiguous(meant) }
        guard let found = meant.first else {
            let known = own.map { Wording.name(of: $0) }.joined(separator: ", ")
            let accounts = try session.knownAccounts()
            let owner = accounts.count > 1 ? accounts.first { $0.id == account }?.address : nil
            let what = owner.map { "\(Output.clean($0)) has no mailbox “\(to)”" } ?? "there is no mailbox “\(to)”"
            throw CommandFailure(message: "\(what); there are \(known)")
        }
        return found
    }

    private static func account(_ address: String, _ session: MailSession) throws -> AccountID {
        let accounts = (try? session.accounts()) ?? []
        if let found = accounts.first(where: { $0.address.lowercased() == address.lowercased() }) { return found.id }
        let known = accounts.map(\.address).joined(separator: ", ")
        throw CommandFailure(message: "there is no account “\(address)”; there are \(known)")
    }
}

extension CommandFailure {
    static func ambiguous(_ mailboxes: [Mailbox]) -> CommandFailure {
        let names = mailboxes.map { Output.clean($0.name) }.joined(separator: ", ")
        return CommandFailure(message: "which one? There are \(names)", status: 2)
    }
}

struct MoveCommand: ActCommand {
    static let action = Action.Command.move
    static let abstract = "Move to a mailbox."
    @OptionGroup var what: ActArguments
    @OptionGroup var place: MailboxArguments

    func parts(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> [DeedPart] {
        [try place.placing(mail, in: account, session)]
    }
}

struct CopyCommand: ActCommand {
    static let action = Action.Command.copy
    static let abstract = "Copy to a mailbox of another account, or of the same one if it has labels."
    @OptionGroup var what: ActArguments
    @OptionGroup var place: MailboxArguments

    func parts(_ mail: DeedPart, in account: AccountID, _ session: MailSession) throws -> [DeedPart] {
        [try place.placing(mail, in: account, session)]
    }
}

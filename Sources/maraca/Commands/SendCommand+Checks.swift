import InboxKit
import InboxModel
import InboxUI
import MailContent

/// Checks that reject a message before anything is queued.
extension SendCommand {
    static func checkRecipients(_ all: [MailAddress]) throws {
        guard !all.isEmpty else {
            throw CommandFailure(
                message: "there is no recipient: add To, Cc or Bcc, or say --to", status: 2)
        }
        guard let unknown = all.first(where: { !EmailAddress.isWritable($0.email) }) else { return }
        let written = unknown.email.isEmpty ? unknown.name : unknown.email
        throw CommandFailure(message: "“\(Output.clean(written))” is not an address", status: 2)
    }

    /// Rejects signed or encrypted mail: it would be composed anew, which breaks the seal.
    func checkSeal(of form: RewrittenMessage) throws {
        guard let type = form.seal else { return }
        throw CommandFailure(
            message:
                "it is signed or encrypted (\(type)), which would be lost: Maraca rewrites what it sends. "
                + "Nothing was sent",
            status: 2)
    }

    /// Rejects mail that was not read completely: no part may be lost, least of all recipients.
    func checkWhole(_ form: RewrittenMessage) throws {
        guard !form.cuts.isEmpty else { return }
        throw CommandFailure(
            message:
                "there is more of it than Maraca reads (\(form.cuts.joined(separator: "; "))), and the rest would be "
                + "missing. Nothing was sent",
            status: 2)
    }

    /// Rejects a sender that the server does not list, because it would refuse the mail later, unnoticed. Plus addresses pass: many servers
    /// accept them.
    func checkSender(_ from: MailAddress, _ account: Account, _ session: MailSession) throws {
        let told = session.serverIdentities().filter { $0.account == account.address }.map(\.email)
        let senders = try self.senders(session)
        guard !told.isEmpty, !from.isOne(of: senders.own()),
            senders.sender(of: from.email, account: account.id) == nil
        else { return }
        let known = senders.all.filter { $0.account.id == account.id }.map(\.address.email)
        let all = (known + told.filter { !known.contains($0) }).map(Output.clean).joined(separator: ", ")
        throw CommandFailure(
            message:
                "\(Output.clean(from.email)) is not your address, and \(account.address) sends only as \(all): write as one of "
                + "these, or add the other to `identities` in config.json. Nothing was sent",
            status: 2)
    }
}

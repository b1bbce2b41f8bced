import InboxKit
import InboxModel
import TerminalUI

/// Accounts come and go without leaving the client.
extension ListScreen {
    func addAccount() { around.switchFlow(.login) }

    /// Asks the server which places it names besides its own, and then whether the password may go there.
    func approve() {
        guard let owner = ownerInQuestion, let account = accounts.items.first(where: { $0.id == owner }) else { return }
        around.ask("Asking where the server lies", for: self) { [around] () async throws(SessionError) in
            try await around.session.unapprovedOrigins(of: owner)
        } then: { [around] origins in
            guard origins.isEmpty else { return around.askToApprove(origins, of: account) }
            around.say("There is nothing to approve for \(Wording.line(account.address)).", kind: .done, undo: false)
        }
    }

    /// Asks, naming what would be lost, then forgets the account of this view.
    func signOut() {
        guard let account = accounts.items.first(where: { view.account == nil || $0.id == view.account }) else {
            return
        }
        if view.account == nil, accounts.items.count > 1 {
            return around.say("Go to a mailbox of the account first.", kind: .info, undo: false)
        }
        let address = Wording.line(account.address)
        let queue = around.statusText(for: account.id).queue
        let lost = queue.isEmpty ? "" : " What the server has not learned yet is lost: \(queue)."
        let asleep = around.session.snoozedThreads(of: account.id)
        let woken =
            asleep == 0 ? "" : " \(asleep) snoozed \(asleep == 1 ? "thread stays" : "threads stay") asleep there."
        let drafts = around.session.encryptedDrafts(of: account.id)
        let some = drafts == 1 ? "A draft" : "\(drafts) drafts"
        let kept =
            drafts == 0 ? "" : " \(some) to be encrypted \(drafts == 1 ? "is" : "are") on this machine only, and lost."
        let unsent = ((try? around.session.actions()) ?? []).filter { $0.account == account.id && $0.command.sends }
        let mail = unsent.first.map { first in
            unsent.count == 1
                ? " \(Wording.title(first.title)) is not sent yet, and lost."
                : " \(unsent.count) messages are not sent yet, \(Wording.title(first.title)) among them, and lost."
        }
        around.push(
            QuestionScreen(
                "Sign out of \(address)?",
                text:
                    "Its mail and password are removed from this machine; the server keeps all it has.\(mail ?? "")\(woken)\(lost)\(kept)",
                deed: "sign out", takesEnter: unsent.isEmpty, around: around
            ) { [around] in
                Task {
                    do throws(SessionError) {
                        try await around.session.removeAccount(account.id)
                        around.say("Signed out of \(address).", kind: .done, undo: false)
                    } catch {
                        around.say(Wording.sentence(error), kind: .failure, undo: false)
                    }
                }
            })
    }
}

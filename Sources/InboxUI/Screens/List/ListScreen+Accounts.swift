import InboxKit
import InboxModel
import TerminalUI

/// Adding and removing accounts without leaving the program.
extension ListScreen {
    /// The account for commands that concern one account: the one being shown, otherwise that of the selected thread.
    var ownerInQuestion: AccountID? {
        view.account ?? targetThreads.first?.account ?? accounts.items.first?.id
    }

    /// Returns the account's address if there are several accounts.
    func words(forOwner account: AccountID) -> String? {
        accounts.items.count > 1 ? accounts.items.first { $0.id == account }?.address : nil
    }

    func addAccount() {
        accountChanges.awaitAnother(beside: accounts.items)
        keepPlace()
        around.switchFlow(.login)
    }

    /// Stops waiting for a new account when the user returns from the login without one.
    func appear() {
        accountChanges.cameBack(around.session.knownAccounts)
        showAdded()
    }

    /// Shows the inbox of a newly added account, so that the user sees that it worked; all inboxes already include it.
    private func showAdded() {
        guard let new = accountChanges.added(among: accounts.items), view != .allInboxes else { return }
        if drawer.isOpen { drawer.close(at: .now) }
        if search != nil { closeSearch() }
        show(.role(new.id, .inbox))
    }

    func accountsChanged() {
        mailboxesChanged()
        showAdded()
        // All inboxes are offered only where there are several; without an account they hold the place of the next one.
        if accountChanges.areOne(accounts.items), view == .allInboxes { show(ListScreen.home(accounts.items)) }
    }

    /// Asks the server which other origins it names, and then the user whether the password may go there.
    func approve() {
        guard let owner = ownerInQuestion, let account = accounts.items.first(where: { $0.id == owner }) else { return }
        around.ask("Looking for the server", for: self) { [around] () async throws(SessionError) in
            try await around.session.unapprovedOrigins(of: owner)
        } then: { [around] origins in
            guard origins.isEmpty else { return around.askToApprove(origins, of: account) }
            around.say("There is nothing to approve for \(Wording.line(account.address)).", kind: .info)
        }
    }

    /// Signs out of this view's account, after a question that names what would be lost.
    func signOut() {
        guard let account = accounts.items.first(where: { view.account == nil || $0.id == view.account }) else {
            return
        }
        if view.account == nil, accounts.items.count > 1 {
            return around.say("Go to a mailbox of the account first.", kind: .info)
        }
        let address = Wording.line(account.address)
        let actions = ((try? around.session.actions()) ?? []).filter { $0.account == account.id }
        let loss = SignOutLoss(
            actions, asleep: around.session.snoozedThreads(of: account.id),
            draftsOnlyHere: around.session.draftsOnlyHere(of: account.id))
        let lost = loss.words + (Wording.staysBehind(in: around.session).map { " \($0)" } ?? "")
        around.push(
            QuestionScreen(
                "Sign out of \(address)?",
                text: "Its mail and password are removed from this machine; the server keeps everything." + lost,
                deed: "sign out", takesEnter: false, around: around
            ) { [around] in
                // The end of the program waits for it: what the question promises is then true.
                around.attempt(saying: "Signed out of \(address).") { () async throws(SessionError) in
                    try await around.session.signOut(of: account.id)
                }
            })
    }
}

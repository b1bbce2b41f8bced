import InboxKit
import InboxModel
import TerminalUI

/// What is done on the server at once, after asking.
extension ListScreen {
    /// Whether what is shown is an account's trash: throwing away means for good there.
    var isTrash: Bool { isMailbox(.trash) }
    /// Whether it is an account's junk: the key for junk takes out of it there.
    var isJunk: Bool { isMailbox(.junk) }

    private func isMailbox(_ role: MailboxRole) -> Bool {
        switch view {
        case .role(_, role): true
        case .mailbox(_, let id): mailboxes.items.contains { $0.id == id && $0.role == role }
        default: false
        }
    }

    func askToDestroy(_ rows: [RowID]) {
        guard !rows.isEmpty else { return }
        let targets = MailTargets(rows)
        around.push(
            QuestionScreen(
                "Delete \(targets.words) for good?",
                text:
                    "The server forgets it too, and nothing brings it back. What is in another mailbox as well stays.",
                deed: "delete", takesEnter: false, around: around
            ) { [weak self] in self?.destroy(targets) })
    }

    private func destroy(_ targets: MailTargets) {
        unmarkAll()
        // What was asked for before is in the store when the server is asked.
        around.run { [self] in
            around.ask("Deleting for good", for: self, orSay: { Wording.deleting($0) }) {
                [around] () async throws(SessionError) in
                switch targets {
                case .threads(let ids): try await around.session.destroy(ids)
                case .messages(let ids): try await around.session.destroy(messages: ids)
                }
            } then: { [around] destroyed in
                around.say(
                    Wording.sentence(destroyed, orNothing: "Nothing was deleted: it is in another mailbox too."),
                    kind: destroyed.kind, undo: false)
            }
        }
    }

    /// Whose mail is meant by what concerns one account: that which is looked at, else the selected thread's.
    var ownerInQuestion: AccountID? {
        view.account ?? targetThreads.first?.account ?? accounts.items.first?.id
    }

    /// The account's address, where there are several.
    func words(forOwner account: AccountID) -> String? {
        accounts.items.count > 1 ? accounts.items.first { $0.id == account }?.address : nil
    }

    /// Asks the server how its own answer stands, and offers to switch it.
    func vacation() {
        guard let account = ownerInQuestion else { return }
        around.ask("Asking about the vacation reply", for: self, orSay: { Wording.vacation($0) }) {
            [around] () async throws(SessionError) in
            try await around.session.vacation(of: account)
        } then: { [weak self] reply in
            self?.offer(reply, of: account)
        }
    }

    private func offer(_ reply: VacationReply, of account: AccountID) {
        let text = Wording.line(Wording.text(reply))
        guard reply.isEnabled || !text.isEmpty else {
            return around.say(
                "The vacation reply has no text yet. Give it one with “maraca vacation on”.", kind: .warning,
                undo: false)
        }
        let changed = reply.switched(on: !reply.isEnabled, now: around.clock.now())
        around.push(
            QuestionScreen(
                changed.isEnabled ? "Switch the vacation reply on?" : "Switch the vacation reply off?",
                text: (words(forOwner: account).map { "\($0): " } ?? "")
                    + "\(Wording.sentence(reply)) \(text.prefix(200))",
                deed: "switch \(changed.isEnabled ? "on" : "off")",
                around: around
            ) { [weak self] in self?.setVacation(changed, before: reply, of: account) })
    }

    private func setVacation(_ reply: VacationReply, before: VacationReply, of account: AccountID) {
        around.ask("Switching the vacation reply", for: self, orSay: { Wording.vacation($0) }) {
            [around] () async throws(SessionError) in
            try await around.session.setVacation(reply, before: before, of: account)
        } then: { [around] in
            around.say(Wording.sentence(reply), kind: .done, undo: false)
        }
    }
}

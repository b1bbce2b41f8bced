import InboxKit
import InboxModel
import TerminalUI

/// Destroying mail for good: done on the server at once, after a question.
extension ListScreen {
    /// Whether the view is an account's trash, where deleting destroys.
    var isTrash: Bool { isMailbox(.trash) }
    /// Whether the view is an account's junk, where the junk key takes mail out of it.
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
        let leaves = around.stillLeaves(rows, in: keyContext).map { " But \($0)." } ?? ""
        around.push(
            QuestionScreen(
                "Delete \(targets.words) for good?",
                text:
                    "It is deleted on the server too, and can't be restored. What is also in another mailbox stays.\(leaves)",
                deed: "delete", takesEnter: false, around: around
            ) { [weak self] in self?.destroy(targets) })
    }

    private func destroy(_ targets: MailTargets) {
        unmarkAll()
        // Earlier actions must be in the store before the server is asked.
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
                    kind: destroyed.kind)
            }
        }
    }
}

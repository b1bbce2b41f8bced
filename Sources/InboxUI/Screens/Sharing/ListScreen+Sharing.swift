import InboxKit
import InboxModel
import TerminalUI

/// Sharing mailboxes: the selected one in the drawer, the shown one in the list.
extension ListScreen {
    /// Asks the server with whom the mailbox is shared, and opens the result for editing.
    func shareMailbox() {
        guard let mailbox = chosenMailbox else {
            return around.say("That is not a mailbox.", kind: .info)
        }
        let around = around
        around.ask("Asking who can see \(Wording.name(of: mailbox))", for: self, orSay: { Wording.sharing($0) }) {
            () async throws(SessionError) in
            try await around.session.sharing(of: mailbox)
        } then: { sharing in
            around.push(SharesScreen(mailbox, sharing, around: around))
        }
    }
}

import InboxKit
import InboxModel
import TerminalUI

/// Sharing: in the drawer the selected mailbox, in the list the one that is shown.
extension ListScreen {
    /// Asks the server with whom it is shared, and shows that to be changed.
    func shareMailbox() {
        guard let mailbox = chosenMailbox else {
            return around.say("That is not a mailbox.", kind: .info, undo: false)
        }
        let around = around
        around.ask("Asking who else sees \(Wording.name(of: mailbox))", for: self, orSay: { Wording.sharing($0) }) {
            () async throws(SessionError) in
            try await around.session.sharing(of: mailbox)
        } then: { sharing in
            around.push(SharesScreen(mailbox, sharing, around: around))
        }
    }
}

import InboxModel
import TerminalUI

extension Surroundings {
    /// Asks for a mailbox; where none can be chosen nor made, says so.
    /// - Parameters:
    ///   - accounts: those that the mail is in.
    ///   - toCopy: it stays there, too.
    ///   - choose: hears of the mailbox after the question has gone.
    func pickMailbox(
        for accounts: Set<AccountID>, toCopy: Bool = false, title: String? = nil,
        choose: @escaping @UI (MailboxID) -> Void
    ) {
        let picker = MovePickerScreen(accounts, isCopy: toCopy, title: title, surroundings: self, choose: choose)
        if let refusal = picker.refusal { return say(refusal, kind: .info, undo: false) }
        push(picker)
    }
}

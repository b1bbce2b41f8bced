import InboxModel
import TerminalUI

extension Surroundings {
    /// Asks for a mailbox; where none can be chosen nor made, says so.
    /// - Parameters:
    ///   - accounts: those that the mail is in.
    ///   - places: the mailboxes of each thread, or message, of it.
    ///   - toCopy: it stays there, too.
    ///   - choose: hears of the mailbox after the question has gone.
    ///   - each: hears of the mailboxes where each account's mail goes to one of its own.
    func pickMailbox(
        for accounts: Set<AccountID>, in places: [Set<MailboxID>], toCopy: Bool = false, title: String? = nil,
        choose: @escaping @UI (MailboxID) -> Void, each: @escaping @UI ([AccountID: MailboxID]) -> Void = { _ in }
    ) {
        let picker = MovePickerScreen(
            accounts, in: places, isCopy: toCopy, title: title, surroundings: self, choose: choose, each: each)
        if let refusal = picker.refusal { return say(refusal, kind: .info, undo: false) }
        push(picker)
    }
}

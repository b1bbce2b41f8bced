import InboxModel
import TerminalUI

extension Surroundings {
    /// Asks for a mailbox, or tells the user why none can be chosen.
    /// - Parameters:
    ///   - accounts: The accounts of the mail.
    ///   - places: The mailboxes of each thread or message.
    ///   - toCopy: Whether the mail also stays where it is.
    ///   - choose: Called with the mailbox after the picker has closed.
    ///   - each: Called with the mailboxes if each account's mail goes to one of its own.
    func pickMailbox(
        for accounts: Set<AccountID>, in places: [Set<MailboxID>], toCopy: Bool = false, title: String? = nil,
        choose: @escaping @UI (MailboxID) -> Void, each: @escaping @UI ([AccountID: MailboxID]) -> Void = { _ in }
    ) {
        let picker = MovePickerScreen(
            accounts, in: places, isCopy: toCopy, title: title, around: self, choose: choose, each: each)
        if let refusal = picker.refusal { return say(refusal, kind: .info) }
        push(picker)
    }
}

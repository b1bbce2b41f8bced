import InboxModel
import MailContent

/// Where the program begins; where it ended last, if nothing is said.
struct Start {
    var account: AccountID?
    /// The message to write at the start.
    var writing: MailtoLink?
    /// The thread to open at the start.
    var opening: ThreadID?
}

/// Why something can't be done to a thread, a draft or a mailbox.
public enum ActionError: Error, Hashable, Sendable {
    /// The account has no mailbox with that role.
    case noMailbox(MailboxRole)
    /// The account is a feed.
    case readOnly
    /// The mailbox belongs to another account, is gone, or is a standard one that can't be changed.
    case wrongMailbox
    /// The mailbox with that role is there in every account, and can't be put on mail or taken off like a label.
    case notLabel(MailboxRole)
    /// The account has folders, not labels: a message is in exactly one.
    case noLabels
    /// There is a mailbox with that name already.
    case nameTaken
    /// A name that no mailbox can have: empty, too long, or with control characters.
    case badName
    /// The mailbox still has messages, with which the server would not delete it.
    case notEmpty
    /// The mailbox has others below it, with which the server would not delete it; the name of one of them.
    case holdsMailboxes(String)
    /// Too late: the draft is on its way.
    case beingSent
    /// Its server is being given it for later: it can be taken back in a moment.
    case beingHandedOver
    /// Too late: the server has done it.
    case isDone
    /// The server has it, and sends it at its time: it can only be taken back.
    case heldByServer
    /// There is no address to send it to.
    case noRecipient
    /// Another window or program changed or deleted the draft while it was signed or encrypted. Nothing is sent.
    case changedWhileSealed
    /// The keyword is not valid on a mail server (RFC 8621 §4.1.1).
    case badKeyword
    /// The user lacks the right to do that in a mailbox (RFC 8621 §2, `myRights`); the mailbox's name.
    case forbidden(mailbox: String)
    /// The server has no way to redirect a message unchanged, exactly once.
    case noBounce
    /// The account with that address can't move messages to or from other accounts: only JMAP can.
    case noTransfer(address: String)
    /// It is on its way to another account, and can be moved again once it is there.
    case beingMoved
    /// The command is not for messages, or lacks an argument.
    case incomplete
    /// What it was about is gone, or done already.
    case nothingLeft
    /// Its row in the queue, or that of an action that it waits for, is damaged or from a newer version.
    case unreadable
}

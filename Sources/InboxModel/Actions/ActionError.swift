/// Why something cannot be done to a thread, a draft or a mailbox.
public enum ActionError: Error, Hashable, Sendable {
    /// The account has no mailbox for that.
    case noMailbox(MailboxRole)
    /// The account is a feed.
    case readOnly
    /// The mailbox belongs to another account, is gone, or is one that every account has and none may change.
    case wrongMailbox
    /// A message of this account is in one mailbox, so it takes no labels.
    case noLabels
    /// There is a mailbox of that name.
    case nameTaken
    /// A name that no mailbox can have: empty, too long, or with control characters.
    case badName
    /// The mailbox still holds messages, which the server would not let go.
    case notEmpty
    /// Mailboxes lie below it, which the server would not leave without it; the name of one of them.
    case holdsMailboxes(String)
    /// Too late: the draft is on its way.
    case beingSent
    /// Its server is being given what leaves later: a moment later it can be taken back.
    case beingHandedOver
    /// Too late: the server has done it.
    case isDone
    /// The server has it, and sends it at its time: it can only be taken back.
    case heldByServer
    /// There is no address to send it to.
    case noRecipient
    /// A mark that no mail server keeps (RFC 8621 §4.1.1).
    case badKeyword
    /// The server does not let the user do that there (RFC 8621 §2, `myRights`); the mailbox's name.
    case forbidden(mailbox: String)
    /// The server has no way to pass a message on as it is, just once.
    case noBounce
    /// The account of that address cannot give messages to other accounts, or take them: only JMAP has a way to.
    case noTransfer(address: String)
    /// It is on its way to another account, and is moved again when it is there.
    case beingMoved
    /// The command is not one for messages, or lacks what it needs.
    case incomplete
    /// What it was about is gone, or is so already.
    case nothingLeft
    /// Its row in the queue, or that of what it waits for, is damaged or from a newer version.
    case unreadable
}

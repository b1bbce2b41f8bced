/// What sets the dialects apart, besides what a user may do.
extension Account.Dialect {
    /// Whether the server keeps messages as such (RFC 5322), rather than the objects of an API.
    var keepsMessages: Bool { self == .jmap || self == .imap }

    /// Whether drafts, and what is sent, are kept as they were written here, with their headers and the types of their files. The Inbox
    /// API composes messages itself, and gives no draft as bytes.
    package var takesMessagesAsWritten: Bool { keepsMessages }

    /// Whether a message is in one mailbox at least: JMAP allows no other (RFC 8621 §4.1.1), and IMAP knows messages in mailboxes only.
    package var keepsMailInMailboxes: Bool { keepsMessages }

    /// Whether a mailbox that is renamed takes along those below it: in JMAP they refer to it, and IMAP renames them (RFC 9051 §6.3.6). The
    /// Inbox API only has names.
    package var takesLowerMailboxesAlong: Bool { keepsMessages }

    /// Whether what has one id stays one message with one text (RFC 8621 §4.1, RFC 9051 §2.3.1.1). A draft of the Inbox API may have been
    /// sent with another one.
    package var hasLastingMessages: Bool { keepsMessages }

    /// Whether the size of a whole message is told with it.
    package var tellsMessageSizes: Bool { keepsMessages }

    /// Whether a walk over all mail lists messages one by one, so that its progress counts these rather than threads.
    package var listsMessages: Bool { keepsMessages }

    /// Whether the exact size of a file is told before it is fetched (RFC 8621 §4.1.4). IMAP tells that of the encoded file.
    package var tellsFileSizes: Bool { self == .jmap }

    /// Whether some servers hold mail and send it at its time (RFC 8621 §7.5).
    package var mayHoldMail: Bool { self == .jmap }

    /// Whether a server may want the secret at other origins than that of its URL (RFC 8620 §8.2).
    package var namesOtherOrigins: Bool { self == .jmap }

    /// Whether a sign-in may open several accounts, and names each by an id (RFC 8620 §2), which says more exactly than an address whether
    /// it is the same one.
    package var listsOtherAccounts: Bool { self == .jmap }
}

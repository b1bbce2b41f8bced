/// A message on its way from a file to the mailbox.
struct IncomingMail: Sendable {
    var message: NewMessage
    /// The defects of the message, in words.
    var problems: [String]
    /// The key that identifies the message when the same source is read again.
    var digest: String
    /// The digest that older versions stored, if it differs.
    var olderDigest: (@Sendable () -> String)?
    var role: MailboxRow.Role = .inbox
    /// The user's own folder; takes the place of the role.
    var folder: String?
    /// The user's own labels. Where mail has folders, archived mail goes into the first.
    var labels: [String] = []
    /// JMAP keywords (RFC 8621 §4.1.1), besides read and starred.
    var keywords: Set<String> = []
}

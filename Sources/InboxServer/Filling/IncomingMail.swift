/// A message on its way from a file into the mailbox.
struct IncomingMail: Sendable {
    var message: NewMessage
    /// What is broken in it, in words.
    var problems: [String]
    /// What finds it again when the same source is read once more.
    var digest: String
    /// The digest that older versions kept of it, where theirs was another.
    var olderDigest: (@Sendable () -> String)?
    var role: MailboxRow.Role = .inbox
    /// A folder of the user's own, in place of the role.
    var folder: String?
    /// By JMAP's names (RFC 8621 §4.1.1), besides read and starred.
    var keywords: Set<String> = []
}

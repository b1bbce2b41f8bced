import InboxModel

/// A message or draft on its way into the mailbox.
struct NewMessage: Sendable {
    var publicID = PublicID.random()
    var isDraft = false
    var subject = ""
    var from: [MailAddress] = []
    var to: [MailAddress] = []
    var cc: [MailAddress] = []
    var bcc: [MailAddress] = []
    var replyTo: [MailAddress] = []
    /// Seconds since 1970.
    var date: Int64 = 0
    var snippet = ""
    var isUnread = false
    var isStarred = false
    /// Message ids have their angle brackets (RFC 5322 §3.6.4).
    var messageID: String?
    var inReplyTo: String?
    var references: [String] = []
    /// What List-Id says, the name of the list included; empty without one.
    var listID = ""
    var html = ""
    /// What is broken in it, in words.
    var problems: [String] = []
    /// What a search looks through, besides subject and people.
    var searchText = ""
    /// The message as it came; nil for drafts.
    var raw: [UInt8]?
    var files: [NewFile] = []
    /// Uploaded files, by public id, that a draft or sent message carries.
    var uploadedFiles: [String] = []
    var mailboxes: Set<Int64> = []
    /// The message that this one answers, by public id.
    var replyToMessageID: String?
    /// The thread, when it is known for certain; nil looks for it by the references.
    var thread: Int64?

    /// Everyone in it, as a search looks for them.
    var people: String {
        (from + to + cc + bcc).map { "\($0.name) \($0.email)" }.joined(separator: " ")
    }

    /// Every message id that ties this message to others, its own first.
    var threadingIDs: [String] {
        var seen: Set<String> = []
        return ([messageID, inReplyTo].compactMap { $0 } + references).filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }
}

/// A file inside of a message's bytes.
struct NewFile: Sendable {
    var fileName: String
    var contentType: String
    var size: Int
    var contentID: String?
    /// Where it is in the message, as MailContent counts.
    var partID: String
}

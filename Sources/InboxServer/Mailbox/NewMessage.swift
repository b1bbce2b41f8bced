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
    /// Message ids include their angle brackets (RFC 5322 §3.6.4).
    var messageID: String?
    var inReplyTo: String?
    var references: [String] = []
    /// What List-Id says, the name of the list included; empty without one.
    var listID = ""
    var html = ""
    /// The defects of the message, in words.
    var problems: [String] = []
    /// The text for searching, besides subject and people.
    var searchText = ""
    /// The original bytes; nil for drafts.
    var raw: [UInt8]?
    var files: [NewFile] = []
    /// The uploaded files of a draft or sent message, by public id.
    var uploadedFiles: [String] = []
    var mailboxes: Set<Int64> = []
    /// The public id of the message that this one answers.
    var replyToMessageID: String?
    /// The thread, if it is known; nil finds the thread by the references.
    var thread: Int64?

    /// Everyone in the message, for searching.
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

/// A file inside a message's bytes.
struct NewFile: Sendable {
    var fileName: String
    var contentType: String
    var size: Int
    var contentID: String?
    /// The part's position in the message, as numbered by MailContent.
    var partID: String
}

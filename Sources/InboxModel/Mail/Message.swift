public import Foundation

/// A message without its body, as lists, queries and actions need it.
public struct Message: Hashable, Identifiable, Sendable, Codable {
    public var id: MessageID
    public var account: AccountID
    /// Nil while only this store knows the message (a draft that was never saved to the server).
    public var remoteID: RemoteID?
    public var thread: ThreadID
    public var subject: String
    /// The addresses of each header in its order; empty if the header is missing.
    public var from: [MailAddress]
    public var to: [MailAddress]
    public var cc: [MailAddress]
    /// Present only in the user's own mail: other recipients never see it.
    public var bcc: [MailAddress]
    /// Where replies should go instead of `from` (RFC 5322 §3.6.2); empty if nowhere else.
    public var replyTo: [MailAddress]
    /// When the server received the message, in whole seconds. Every list sorts by it.
    public var receivedAt: Date
    /// The beginning of the text on one line, with white space collapsed.
    public var snippet: String
    /// Effective: the server's, with pending actions replayed over them. The same goes for `mailboxes`.
    public var keywords: Set<Keyword>
    public var mailboxes: Set<MailboxID>
    /// Attachments and inline parts, in the order of the message.
    public var files: [MessageFile]
    /// The Message-ID header (RFC 5322 §3.6.4) with its angle brackets, if the server reports it.
    public var messageIDHeader: String?
    /// The Message-ID of the answered message, from In-Reply-To (RFC 5322 §3.6.4); nil if the message answers nothing, or no server has
    /// reported it.
    public var inReplyToHeader: String?
    /// The List-Id header without its brackets (RFC 2919); empty if the message came through no list, nil if no server has
    /// reported it.
    public var listID: String?
    /// The posting address of the list (RFC 2369 §3.4), once it has been requested; without an email if the list takes no posts. Not stored.
    public var listPost: MailAddress?
    /// Where the author wants replies to all to go (Mail-Followup-To), once it has been requested. Not stored.
    public var followUpTo: [MailAddress]?
    /// The version of a draft, on servers that number its saves.
    public var version: Int?
    /// In bytes, as reported by the server or computed from the known parts.
    public var size: Int

    public init(
        id: MessageID, account: AccountID, remoteID: RemoteID?, thread: ThreadID, subject: String,
        from: [MailAddress] = [], to: [MailAddress] = [], cc: [MailAddress] = [], bcc: [MailAddress] = [],
        replyTo: [MailAddress] = [], receivedAt: Date, snippet: String = "", keywords: Set<Keyword> = [],
        mailboxes: Set<MailboxID> = [], files: [MessageFile] = [], messageIDHeader: String? = nil,
        inReplyToHeader: String? = nil, listID: String? = nil, version: Int? = nil, size: Int = 0
    ) {
        self.id = id
        self.account = account
        self.remoteID = remoteID
        self.thread = thread
        self.subject = subject
        self.from = from
        self.to = to
        self.cc = cc
        self.bcc = bcc
        self.replyTo = replyTo
        self.receivedAt = receivedAt
        self.snippet = snippet
        self.keywords = keywords
        self.mailboxes = mailboxes
        self.files = files
        self.messageIDHeader = messageIDHeader
        self.inReplyToHeader = inReplyToHeader
        self.listID = listID
        self.version = version
        self.size = size
    }
}

extension Message {
    /// Whether it is neither seen nor a draft.
    public var isUnread: Bool { marks.isUnread }
    public var isStarred: Bool { marks.isStarred }
    public var isDraft: Bool { marks.isDraft }
    public var hasFiles: Bool { !files.isEmpty }
    /// Everyone that the headers name, in header order.
    public var participants: [MailAddress] { from + to + cc + bcc }
}

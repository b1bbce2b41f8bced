public import Foundation

/// One mail, without its body: what lists, queries and actions need.
public struct Message: Hashable, Identifiable, Sendable, Codable {
    public var id: MessageID
    public var account: AccountID
    /// Nil while only this store knows the message (a draft that was never saved to the server).
    public var remoteID: RemoteID?
    public var thread: ThreadID
    public var subject: String
    /// Each header's addresses in its order; empty when the header is missing.
    public var from: [MailAddress]
    public var to: [MailAddress]
    public var cc: [MailAddress]
    /// Only in the user's own mail: nobody else is told.
    public var bcc: [MailAddress]
    /// Where replies are wanted instead of `from` (RFC 5322 §3.6.2); empty if nowhere else.
    public var replyTo: [MailAddress]
    /// When the server received it, by which every list sorts. Whole seconds.
    public var receivedAt: Date
    /// The beginning of the text in one line, white space collapsed.
    public var snippet: String
    /// As shown: what the server last said, with pending actions played over it; so are `mailboxes`.
    public var keywords: Set<Keyword>
    public var mailboxes: Set<MailboxID>
    /// Attachments and inline parts, in the order of the message.
    public var files: [MessageFile]
    /// The Message-ID header (RFC 5322 §3.6.4) with its angle brackets, where the server tells it.
    public var messageIDHeader: String?
    /// The Message-ID of what it answers, as its In-Reply-To says (RFC 5322 §3.6.4); nil when it answers nothing, or no server has told.
    public var inReplyToHeader: String?
    /// The List-Id header without its brackets (RFC 2919); empty when the message came through no list, nil when no
    /// server has told.
    public var listID: String?
    /// Where the list takes mail (RFC 2369 §3.4), once that was asked for; not kept.
    public var listPost: MailAddress?
    /// Counts a draft's saves on servers that number them.
    public var version: Int?
    /// In bytes, as the server says, or else of what is known.
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
    /// Not seen, and no draft.
    public var isUnread: Bool { marks.isUnread }
    public var isStarred: Bool { marks.isStarred }
    public var isDraft: Bool { marks.isDraft }
    /// Whether it was answered, by any program: it has `$answered`.
    public var isAnswered: Bool { marks.isAnswered }
    public var hasFiles: Bool { !files.isEmpty }
    /// Everyone that the headers name, in header order.
    public var participants: [MailAddress] { from + to + cc + bcc }
}

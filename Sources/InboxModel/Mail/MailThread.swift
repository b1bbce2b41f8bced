public import Foundation

/// A server's group of messages, as a row of a list shows it: everything here is derived from its messages.
public struct MailThread: Hashable, Identifiable, Sendable, Codable {
    public var id: ThreadID
    public var account: AccountID
    /// Nil for the thread of a draft that only this store knows.
    public var remoteID: RemoteID?
    /// That of the first message.
    public var subject: String
    /// Who wrote, in the order in which they first did; the owner included.
    public var senders: [MailAddress]
    /// Everyone named by a message that is not a draft, each address once.
    public var participants: [MailAddress]
    /// The beginning of the newest message.
    public var snippet: String
    /// When the oldest message was received.
    public var firstDate: Date
    /// When the newest message was received, or when the thread woke from its snooze, if that is later. Lists sort by it.
    public var lastDate: Date
    /// Messages that are not drafts.
    public var messageCount: Int
    /// Of its messages; drafts are never unread.
    public var unreadCount: Int
    public var starredCount: Int
    /// Drafts, which `messageCount` leaves out.
    public var draftCount: Int
    public var hasFiles: Bool
    /// Whether the newest message of another was answered by the owner.
    public var isAnswered: Bool
    /// Of all its messages, in bytes.
    public var size: Int
    /// Every mailbox that holds one of its messages.
    public var mailboxes: Set<MailboxID>
    /// When it comes back to the inbox; nil when it is not snoozed.
    public var snoozedUntil: Date?
    /// Whether the owner wants to answer one of its messages later.
    public var awaitsReply: Bool
    /// Every tag that is on one of its messages.
    public var tags: Set<Keyword>

    public init(
        id: ThreadID, account: AccountID, remoteID: RemoteID?, subject: String, senders: [MailAddress] = [],
        participants: [MailAddress] = [], snippet: String = "", firstDate: Date, lastDate: Date, messageCount: Int,
        unreadCount: Int = 0, starredCount: Int = 0, draftCount: Int = 0, hasFiles: Bool = false,
        isAnswered: Bool = false, size: Int = 0, mailboxes: Set<MailboxID> = [],
        snoozedUntil: Date? = nil, awaitsReply: Bool = false, tags: Set<Keyword> = []
    ) {
        self.id = id
        self.account = account
        self.remoteID = remoteID
        self.subject = subject
        self.senders = senders
        self.participants = participants
        self.snippet = snippet
        self.firstDate = firstDate
        self.lastDate = lastDate
        self.messageCount = messageCount
        self.unreadCount = unreadCount
        self.starredCount = starredCount
        self.draftCount = draftCount
        self.hasFiles = hasFiles
        self.isAnswered = isAnswered
        self.size = size
        self.mailboxes = mailboxes
        self.snoozedUntil = snoozedUntil
        self.awaitsReply = awaitsReply
        self.tags = tags
    }

    public var isUnread: Bool { unreadCount > 0 }
    public var isStarred: Bool { starredCount > 0 }
}

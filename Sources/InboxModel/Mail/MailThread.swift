public import Foundation

/// A server's group of messages, as a list row shows it. Everything here is derived from the messages.
public struct MailThread: Hashable, Identifiable, Sendable, Codable {
    public var id: ThreadID
    public var account: AccountID
    /// Nil for the thread of a draft that only this store knows.
    public var remoteID: RemoteID?
    /// The subject of the first message.
    public var subject: String
    /// The writers, including the owner, in the order of their first messages.
    public var senders: [MailAddress]
    /// Everyone named by the messages except drafts, each address once.
    public var participants: [MailAddress]
    /// The beginning of the newest message.
    public var snippet: String
    /// When the oldest message was received.
    public var firstDate: Date
    /// When the newest message was received, or when the thread woke from its snooze, if that is later. Lists sort by it.
    public var lastDate: Date
    /// The number of messages, without drafts.
    public var messageCount: Int
    /// The number of unread messages; drafts are never unread.
    public var unreadCount: Int
    public var starredCount: Int
    /// The number of drafts, which `messageCount` leaves out.
    public var draftCount: Int
    public var hasFiles: Bool
    /// Whether the owner has replied to one of the messages.
    public var isAnswered: Bool
    /// The size of all its messages, in bytes.
    public var size: Int
    /// Every mailbox that contains one of the messages.
    public var mailboxes: Set<MailboxID>
    /// When the thread returns to the inbox; nil if it is not snoozed.
    public var snoozedUntil: Date?
    /// Whether one of the messages is marked for a later reply.
    public var awaitsReply: Bool
    /// The tags of all messages.
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

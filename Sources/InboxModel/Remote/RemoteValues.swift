public import Foundation

/// The account that a sign-in opens.
public struct RemoteAccount: Hashable, Sendable {
    public var address: String
    public var name: String
    /// Whether a message can be in several mailboxes.
    public var hasLabels: Bool
    /// Where to reach the server from now on, if that differs from where it was asked first.
    public var url: String?
    /// The names of other accounts that the same sign-in opens.
    public var others: [String]
    /// The origins of some of the server's services that the user has not approved. The secret is not sent there, so that files, for
    /// example, are unavailable.
    public var unapproved: [String]

    public init(
        address: String, name: String, hasLabels: Bool, url: String? = nil, others: [String] = [],
        unapproved: [String] = []
    ) {
        self.address = address
        self.name = name
        self.hasLabels = hasLabels
        self.url = url
        self.others = others
        self.unapproved = unapproved
    }
}

/// What an account allows.
public struct RemoteAbility: Hashable, Sendable {
    /// Whether nothing can be changed, whatever the mailbox rights are.
    public var isReadOnly: Bool
    /// Whether a message can be in several mailboxes.
    public var hasLabels: Bool

    public init(isReadOnly: Bool, hasLabels: Bool) {
        self.isReadOnly = isReadOnly
        self.hasLabels = hasLabels
    }
}

/// A folder or label as reported by a server (RFC 8621 §2).
public struct RemoteMailbox: Hashable, Sendable {
    public var id: RemoteID
    public var name: String
    public var role: MailboxRole?
    public var sortOrder: Int
    public var rights: MailboxRights

    public init(id: RemoteID, name: String, role: MailboxRole?, sortOrder: Int = 0, rights: MailboxRights = .all) {
        self.id = id
        self.name = name
        self.role = role
        self.sortOrder = sortOrder
        self.rights = rights
    }
}

/// A person in a server's address books (RFC 9610). A person with several addresses is several contacts.
public struct RemoteContact: Hashable, Sendable {
    public var id: RemoteID
    public var address: MailAddress

    public init(id: RemoteID, address: MailAddress) {
        self.id = id
        self.address = address
    }
}

/// A message as reported by a server.
public struct RemoteMessage: Hashable, Sendable {
    public var id: RemoteID
    public var thread: RemoteID
    public var subject: String
    public var from: [MailAddress]
    public var to: [MailAddress]
    public var cc: [MailAddress]
    public var bcc: [MailAddress]
    public var replyTo: [MailAddress]
    /// When the server received the message (`receivedAt`, RFC 8621 §4.1.1), not what the sender claims.
    public var receivedAt: Date
    /// One line, made by the server (`preview`, RFC 8621 §4.1.4).
    public var snippet: String
    public var keywords: Set<Keyword>
    public var mailboxes: Set<RemoteID>
    public var files: [MessageFile]
    /// With angle brackets (RFC 5322 §3.6.4); nil if this answer does not include it.
    public var messageIDHeader: String?
    /// The first id in In-Reply-To, with angle brackets; nil if there is none, or this answer does not include it.
    public var inReplyToHeader: String?
    /// The List-Id header without its brackets (RFC 2919); empty if there is none, nil if this answer does not include it.
    public var listID: String?
    /// The number of a draft's save; nil for everything else.
    public var version: Int?
    /// In bytes, of the whole message as the server keeps it; nil if this answer does not include it. Then the sizes of its files and
    /// its text count.
    public var size: Int?
    /// Nil if this answer does not include it.
    public var body: MessageBody?

    public init(
        id: RemoteID, thread: RemoteID, subject: String, from: [MailAddress] = [], to: [MailAddress] = [],
        cc: [MailAddress] = [], bcc: [MailAddress] = [], replyTo: [MailAddress] = [], receivedAt: Date,
        snippet: String = "", keywords: Set<Keyword> = [], mailboxes: Set<RemoteID> = [], files: [MessageFile] = [],
        messageIDHeader: String? = nil, inReplyToHeader: String? = nil, listID: String? = nil, version: Int? = nil,
        size: Int? = nil, body: MessageBody? = nil
    ) {
        self.id = id
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
        self.body = body
    }
}

/// The end of a page in a newest-first walk. Only the dialect that made it understands it, but it may be stored across
/// restarts.
public struct RemotePosition: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A page of a walk over all mail of a server.
public struct RemoteMessagePage: Hashable, Sendable {
    /// Newest first. In a walk over threads, the threads are complete.
    public var messages: [RemoteMessage]
    /// The number of threads (or messages, in a walk over messages) on the page.
    public var count: Int
    /// The total number, if the server reports it.
    public var total: Int?
    /// The start of the next page; nil after the last one.
    public var next: RemotePosition?

    public init(messages: [RemoteMessage], count: Int, total: Int?, next: RemotePosition?) {
        self.messages = messages
        self.count = count
        self.total = total
        self.next = next
    }

    /// Appends the page that begins at `next`.
    public mutating func append(_ page: RemoteMessagePage) {
        messages += page.messages
        count += page.count
        total = page.total ?? total
        next = page.next
    }
}

/// A difference from an older state.
public enum RemoteChange: Hashable, Sendable {
    case message(RemoteMessage)
    /// New keywords and mailboxes. The rest of the message is unchanged.
    case marks(RemoteID, keywords: Set<Keyword>, mailboxes: Set<RemoteID>)
    case messageGone(RemoteID)
    case mailbox(RemoteMailbox)
    case mailboxGone(RemoteID)
    case contact(RemoteContact)
    case contactGone(RemoteID)
}

/// The changes on a server since a state, possibly in several steps (RFC 8620 §5.2).
public struct RemoteChanges: Hashable, Sendable {
    /// The changes in the server's order. They may contain repetitions, and name mailboxes that come later.
    public var changes: [RemoteChange]
    /// The state for the next request. Must be saved in the same transaction as the changes.
    public var newState: String
    /// Whether more changes are available at once.
    public var hasMore: Bool
    /// False if a wait ended without a request: the connection may be dead.
    public var isAsked: Bool
    /// Whether the mailboxes among the changes are all that there are, because the server can't say which have changed.
    public var hasAllMailboxes: Bool

    public init(
        changes: [RemoteChange], newState: String, hasMore: Bool, isAsked: Bool = true, hasAllMailboxes: Bool = false
    ) {
        self.changes = changes
        self.newState = newState
        self.hasMore = hasMore
        self.isAsked = isAsked
        self.hasAllMailboxes = hasAllMailboxes
    }
}

/// A copy of another account's message in this account.
public struct RemoteCopy: Hashable, Sendable {
    public var message: RemoteMessage
    /// False if the server already had the same message.
    public var isNew: Bool

    public init(_ message: RemoteMessage, isNew: Bool = true) {
        self.message = message
        self.isNew = isNew
    }
}

/// The change that an action requests for one message: the steps for servers that take steps, and the result
/// for servers that take the whole.
public struct RemoteUpdate: Hashable, Sendable {
    public var addKeywords: Set<Keyword>
    public var removeKeywords: Set<Keyword>
    public var addMailboxes: Set<RemoteID>
    public var removeMailboxes: Set<RemoteID>
    /// All mailboxes of the message after the update.
    public var resultingMailboxes: Set<RemoteID>

    public init(
        addKeywords: Set<Keyword> = [], removeKeywords: Set<Keyword> = [], addMailboxes: Set<RemoteID> = [],
        removeMailboxes: Set<RemoteID> = [], resultingMailboxes: Set<RemoteID> = []
    ) {
        self.addKeywords = addKeywords
        self.removeKeywords = removeKeywords
        self.addMailboxes = addMailboxes
        self.removeMailboxes = removeMailboxes
        self.resultingMailboxes = resultingMailboxes
    }

    /// Whether it changes the mailboxes of the message, not only its keywords.
    public var movesMailboxes: Bool { !addMailboxes.isEmpty || !removeMailboxes.isEmpty }
}

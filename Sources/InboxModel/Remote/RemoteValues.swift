public import Foundation

/// Whose account a server let us into.
public struct RemoteAccount: Hashable, Sendable {
    public var address: String
    public var name: String
    /// Whether a message can be in several mailboxes.
    public var hasLabels: Bool
    /// Where the server is to be asked from now on, when that is not where it was asked first.
    public var url: String?
    /// The names of other accounts that the same sign-in opens.
    public var others: [String]
    /// The origins that some of the server's services lie on and that the user has not approved: the secret does not go there, and
    /// files, say, cannot be had.
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

/// What an account lets one do.
public struct RemoteAbility: Hashable, Sendable {
    /// Nothing can be changed, whatever the rights in its mailboxes are.
    public var isReadOnly: Bool
    /// Whether a message can be in several mailboxes.
    public var hasLabels: Bool

    public init(isReadOnly: Bool, hasLabels: Bool) {
        self.isReadOnly = isReadOnly
        self.hasLabels = hasLabels
    }
}

/// A folder or a label as a server tells it (RFC 8621 §2).
public struct RemoteMailbox: Hashable, Sendable {
    public var id: RemoteID
    public var name: String
    public var role: MailboxRole?
    public var rights: MailboxRights

    public init(id: RemoteID, name: String, role: MailboxRole?, rights: MailboxRights = .all) {
        self.id = id
        self.name = name
        self.role = role
        self.rights = rights
    }
}

/// Someone in the address books of a server (RFC 9610); one of several addresses is several contacts.
public struct RemoteContact: Hashable, Sendable {
    public var id: RemoteID
    public var address: MailAddress

    public init(id: RemoteID, address: MailAddress) {
        self.id = id
        self.address = address
    }
}

/// A message as a server tells it.
public struct RemoteMessage: Hashable, Sendable {
    public var id: RemoteID
    public var thread: RemoteID
    public var subject: String
    public var from: [MailAddress]
    public var to: [MailAddress]
    public var cc: [MailAddress]
    public var bcc: [MailAddress]
    public var replyTo: [MailAddress]
    /// `receivedAt` of RFC 8621 §4.1.1: when the server got it, not what its sender says.
    public var receivedAt: Date
    /// In one line; of a server's own making (`preview`, RFC 8621 §4.1.4).
    public var snippet: String
    public var keywords: Set<Keyword>
    public var mailboxes: Set<RemoteID>
    public var files: [MessageFile]
    /// With its angle brackets (RFC 5322 §3.6.4); nil when this answer does not tell.
    public var messageIDHeader: String?
    /// The first of its In-Reply-To, with its angle brackets; nil when there is none, or this answer does not tell.
    public var inReplyToHeader: String?
    /// The List-Id header without its brackets (RFC 2919); empty when there is none, nil when this answer does not tell.
    public var listID: String?
    /// Counts a draft's saves; nil for everything else.
    public var version: Int?
    /// Nil when this answer came without it.
    public var body: MessageBody?

    public init(
        id: RemoteID, thread: RemoteID, subject: String, from: [MailAddress] = [], to: [MailAddress] = [],
        cc: [MailAddress] = [], bcc: [MailAddress] = [], replyTo: [MailAddress] = [], receivedAt: Date,
        snippet: String = "", keywords: Set<Keyword> = [], mailboxes: Set<RemoteID> = [], files: [MessageFile] = [],
        messageIDHeader: String? = nil, inReplyToHeader: String? = nil, listID: String? = nil, version: Int? = nil,
        body: MessageBody? = nil
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
        self.body = body
    }
}

/// Where a page of a newest-first walk ended. It means something to the dialect that made it and to no one else,
/// and may be kept over restarts.
public struct RemotePosition: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A piece of a walk over all that a server has.
public struct RemoteMessagePage: Hashable, Sendable {
    /// Newest first; threads whole, where the walk goes over threads.
    public var messages: [RemoteMessage]
    /// How many threads (or messages, for a walk over messages) the page covers.
    public var count: Int
    /// How many there are in all, where the server says so.
    public var total: Int?
    /// Where the next page starts; nil after the last.
    public var next: RemotePosition?

    public init(messages: [RemoteMessage], count: Int, total: Int?, next: RemotePosition?) {
        self.messages = messages
        self.count = count
        self.total = total
        self.next = next
    }
}

/// One thing that is otherwise than it was at an older state.
public enum RemoteChange: Hashable, Sendable {
    case message(RemoteMessage)
    /// New marks and places; the rest of the message is as before.
    case marks(RemoteID, keywords: Set<Keyword>, mailboxes: Set<RemoteID>)
    case messageGone(RemoteID)
    case mailbox(RemoteMailbox)
    case mailboxGone(RemoteID)
    case contact(RemoteContact)
    case contactGone(RemoteID)
}

/// What is new at a server since a state; it may be told in steps (RFC 8620 §5.2).
public struct RemoteChanges: Hashable, Sendable {
    /// As the server tells them: what stands in it twice is meant once, and may name mailboxes that come after it.
    public var changes: [RemoteChange]
    /// What to ask from next time; to be saved in the transaction of the changes.
    public var newState: String
    /// Whether asking again at once would bring more.
    public var hasMore: Bool
    /// False where nothing was heard of the server, so that it was not asked: the line may as well be dead.
    public var isAsked: Bool

    public init(changes: [RemoteChange], newState: String, hasMore: Bool, isAsked: Bool = true) {
        self.changes = changes
        self.newState = newState
        self.hasMore = hasMore
        self.isAsked = isAsked
    }
}

/// A message of another account as it is in this one since it was copied.
public struct RemoteCopy: Hashable, Sendable {
    public var message: RemoteMessage
    /// False where the server had the same message before.
    public var isNew: Bool

    public init(_ message: RemoteMessage, isNew: Bool = true) {
        self.message = message
        self.isNew = isNew
    }
}

/// What an action asks a server to change on one message: the steps for servers that take steps, and where they lead
/// for servers that take the whole.
public struct RemoteUpdate: Hashable, Sendable {
    public var addKeywords: Set<Keyword>
    public var removeKeywords: Set<Keyword>
    public var addMailboxes: Set<RemoteID>
    public var removeMailboxes: Set<RemoteID>
    /// All mailboxes of the message when the update is done.
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

    /// Whether it changes where the message is, and not only its marks.
    public var movesMailboxes: Bool { !addMailboxes.isEmpty || !removeMailboxes.isEmpty }
}

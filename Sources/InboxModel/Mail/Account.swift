/// One address on one server.
public struct Account: Hashable, Identifiable, Sendable, Codable {
    /// The protocol that the server speaks.
    public enum Dialect: String, Sendable, Codable, CaseIterable {
        case inbox, jmap, imap, feed

        /// Whether servers of this kind store a keyword. Other keywords are the client's own marks.
        public func keeps(_ keyword: Keyword) -> Bool {
            switch self {
            case .jmap, .imap: !keyword.isOwn
            case .inbox: [.seen, .flagged, .draft].contains(keyword)
            case .feed: false
            }
        }

        /// Whether a message can be redirected unchanged, exactly once: the Inbox API sends only its own drafts.
        public var canBounce: Bool { takesMessagesAsWritten }

        /// Whether a message can be sent with the exact bytes that were signed or encrypted here: the Inbox API composes messages
        /// itself.
        public var canSeal: Bool { takesMessagesAsWritten }

        /// Whether messages can be moved to and from other accounts: the Inbox API can neither import a message as it is nor delete
        /// one for good.
        public var canTransfer: Bool { keepsMessages }
    }

    public var id: AccountID
    /// The owner's address, as typed or as reported by the server.
    public var address: String
    /// The owner's name as reported by the server; may be empty.
    public var name: String
    public var dialect: Dialect
    /// Where the server's API starts; over JMAP the URL of its session, over IMAP that of the server,
    /// with the one that sends, for a feed that of the document.
    public var url: String
    /// The name to sign in with.
    public var userName: String
    /// Whether a message can be in several mailboxes (labels) or in one (folders).
    public var hasLabels: Bool
    /// Whether the server last reported that nothing can be changed there; nil if it can.
    public var isClosed: Bool?

    public init(
        id: AccountID, address: String, name: String, dialect: Dialect, url: String, userName: String, hasLabels: Bool
    ) {
        self.id = id
        self.address = address
        self.name = name
        self.dialect = dialect
        self.url = url
        self.userName = userName
        self.hasLabels = hasLabels
    }

    /// Whether nothing can be changed: feeds, and some shared accounts.
    public var isReadOnly: Bool { dialect == .feed || isClosed == true }
}
